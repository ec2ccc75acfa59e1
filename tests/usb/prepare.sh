#!/bin/sh
# Prepares the tests on a real USB stack: an emulator, and Debian's kernel, unpacked into a cache and never installed.
# As root on Debian it installs what is missing; otherwise it says why those tests will be skipped.
set -eu
cache="${XDG_CACHE_HOME:-$HOME/.cache}/burncard/kernel"
packages="qemu-system-x86 busybox-static libusb-1.0-0 udev"

skip() {
    echo "The tests in tests/usb that need a kernel will be skipped: $1"
    exit 0
}

missing=""
for package in $packages; do
    dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
done
if [ -n "$missing" ] || [ ! -e "$cache/vmlinuz" ]; then
    command -v apt-get >/dev/null || skip "this system has no apt-get"
    [ -z "$missing" ] || [ "$(id -u)" = 0 ] || skip "not root, so these cannot be installed:$missing"
fi

if [ -n "$missing" ]; then
    echo "installing:$missing"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >/dev/null || skip "the package lists cannot be had"
    # shellcheck disable=SC2086  # the names are separate words
    apt-get install -q -y --no-install-recommends $missing >/dev/null || skip "these cannot be installed:$missing"
fi

[ ! -e "$cache/vmlinuz" ] || exit 0
kernel=$(apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: \(linux-image-[^ ]*\)$/\1/p' | head -n 1)
[ -n "$kernel" ] || skip "there is no kernel package for this system"
echo "unpacking: $kernel"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && apt-get -q -o APT::Sandbox::User=root download "$kernel" >/dev/null) || skip "$kernel cannot be had"
dpkg-deb --fsys-tarfile "$work"/linux-image-*.deb | tar -x -C "$work" --wildcards \
    './boot/vmlinuz-*' '*/kernel/drivers/usb/*' '*/kernel/drivers/virtio/*' '*/kernel/net/9p/*' '*/kernel/fs/*'
mkdir -p "$cache/modules"
find "$work" -name '*.ko' -exec cp {} "$cache/modules" \;
mv "$work"/boot/vmlinuz-* "$cache/vmlinuz"
