"""FEIG OBID i-scan readers in ISO-Host mode.

`commands` has the command and status bytes and, in its docstring, an inventory byte by byte; `frames` the framing;
`records` the tags in a reply; `feig_driver` the conversation; `feig_decoder` explains bytes to a person;
`feig_setup` writes lasting settings.
"""
