"""The bridge on a real USB stack: a guest with Debian's kernel, whose gadget drivers play our reader.

The guest mounts this machine's files read-only and runs the same Python. `prepare.sh` installs what it needs.
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "burncard" / "kernel"
BUSYBOX = Path("/bin/busybox")
UDEV = Path("/lib/systemd/systemd-udevd")
MODULES = ("virtio_pci", "9pnet_virtio", "9p", "configfs", "cdc-acm", "usb_f_acm", "usb_f_fs", "dummy_hcd")
GUEST_MAX_S = 480
ELF_INTERPRETER = b"/lib64/ld-linux"  # near the beginning of a program that is not static
MACHINE = "qemu-system-x86_64 -M q35 -cpu max -m 1024 -nodefaults -display none -no-reboot -serial stdio"
CHECKS = ("serial-found", "serial-traffic", "bulk-found", "bulk-traffic")

# `cache=loose`: the files do not change while the guest runs
INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /proc /sys /dev /host
for module in $(/bin/busybox cat /modules/order); do
    /bin/busybox insmod /modules/$module.ko $([ $module = dummy_hcd ] && echo num=2)
done
/bin/busybox mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=262144 host /host
/bin/busybox mount -t proc proc /host/proc
/bin/busybox mount -t sysfs sysfs /host/sys
/bin/busybox mount -t configfs configfs /host/sys/kernel/config
/bin/busybox mount -t devtmpfs devtmpfs /host/dev
/bin/busybox mount -t tmpfs tmpfs /host/run
export PATH=/usr/sbin:/usr/bin:/sbin:/bin PYTHONPATH={root}/src:{root} PYTHONDONTWRITEBYTECODE=1 HOME=/
exec /bin/busybox switch_root /host {python} {script}
"""


def missing() -> str:
    """What is missing to run the guest, as a list; empty if nothing is."""
    needs = {
        "qemu-system-x86_64": shutil.which("qemu-system-x86_64"),
        "busybox-static": BUSYBOX.exists() and ELF_INTERPRETER not in BUSYBOX.read_bytes()[:4096],
        "udev": UDEV.exists(),
        f"a kernel in {CACHE}": (CACHE / "vmlinuz").exists(),
        "libusb": any(Path("/usr/lib").glob("*/libusb-1.0.so.0")),
    }
    return ", ".join(name for name, there in needs.items() if not there)


def modules_in_order() -> list[str]:
    """The kernel modules that the guest needs, each after its dependencies."""
    files = {path.stem.replace("-", "_"): path for path in (CACHE / "modules").glob("*.ko")}
    order: list[str] = []

    def add(name: str) -> None:
        path = files[name.replace("-", "_")]
        found = re.search(rb"\0depends=([^\0]*)\0", path.read_bytes())
        for needed in found[1].decode().split(",") if found and found[1] else ():
            add(needed)
        if path.stem not in order:
            order.append(path.stem)

    for name in MODULES:
        add(name)
    return order


def archive(entries: dict[str, tuple[int, bytes]]) -> bytes:
    """A cpio archive as the kernel takes it: path -> mode and content."""
    out = b""
    for number, (name, (mode, content)) in enumerate([*entries.items(), ("TRAILER!!!", (0, b""))], start=1):
        path = name.encode() + b"\0"
        fields = (number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0)
        head = b"070701" + b"".join(b"%08X" % value for value in fields) + path
        out += head + bytes(-len(head) % 4) + content + bytes(-len(content) % 4)
    return out


def initial_files() -> bytes:
    """The guest's first files: busybox, modules, and an init that goes over to this machine's own files."""
    order = modules_in_order()
    init = INIT.format(root=HERE.parents[1], python=sys.executable, script=HERE / "guest.py")
    entries = {
        "bin": (0o040755, b""),
        "modules": (0o040755, b""),
        "dev": (0o040755, b""),
        "bin/busybox": (0o100755, BUSYBOX.read_bytes()),
        "init": (0o100755, init.encode()),
        "modules/order": (0o100644, "\n".join(order).encode()),
    }
    for name in order:
        entries[f"modules/{name}.ko"] = (0o100644, (CACHE / "modules" / f"{name}.ko").read_bytes())
    return gzip.compress(archive(entries), compresslevel=1)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """All that the guest said on its console."""
    lacking = missing()
    if lacking:
        pytest.skip(f"no real USB stack to test on; missing: {lacking} (tests/usb/prepare.sh gets it)")
    initrd = tmp_path_factory.mktemp("guest") / "initrd"
    initrd.write_bytes(initial_files())
    share = "local,id=host,path=/,security_model=none,readonly=on,multidevs=remap"
    # -accel tcg: a guest under KVM is faster where it runs, but where this machine is a guest itself it may hang
    command = [
        *(*MACHINE.split(), "-accel", "tcg"),
        *("-kernel", str(CACHE / "vmlinuz"), "-initrd", str(initrd)),
        *("-fsdev", share, "-device", "virtio-9p-pci,fsdev=host,mount_tag=host"),
        *("-append", "console=ttyS0 quiet panic=-1"),
    ]
    try:
        result = subprocess.run(
            command, capture_output=True, timeout=GUEST_MAX_S, check=False, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(errors="replace") + f"\nnot done after {GUEST_MAX_S} s"
    return (result.stdout + result.stderr).decode(errors="replace")


@pytest.mark.parametrize("name", CHECKS)
def test_on_a_real_usb_stack(said: str, name: str) -> None:
    assert f"CHECK {name} ok" in said, said[-6000:]
