"""A face camera: a program that looks at a real camera's pictures of the table and tells faces from backs.

It is a device like any other: it speaks the protocol of the profile `face-camera` on a line, and the table sees no
difference. It needs the packages of `burncard[camera]`.
"""
