"""A place to be reached at: the server's own port, or a word about who has it."""

from __future__ import annotations

import errno
import socket
import sys

__all__ = ["PortInUseError", "free_port", "listen"]


class PortInUseError(OSError):
    """Something else listens on the port; ``port`` is that one, ``free`` one that is not taken."""

    def __init__(self, port: int, free: int) -> None:
        super().__init__(errno.EADDRINUSE, f"port {port} is in use; try --port {free}")
        self.port = port
        self.free = free

    def __str__(self) -> str:
        return str(self.strerror)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on host and port. Raises PortInUseError, or OSError for a bad host."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES) and port:
            raise PortInUseError(port, free_port(host, port + 1)) from error
        why = f"{host} cannot be listened on: {error.strerror}; --host takes an own address"
        raise OSError(error.errno, why) from error
    return listener


def free_port(host: str, start: int) -> int:
    """The first port from ``start`` on that nothing listens on; 0 if there is none nearby."""
    for port in range(max(start, 1024), min(start + 200, 65536)):
        try:
            listen_only = socket.socket(
                socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM
            )
            with listen_only:
                listen_only.bind((host, port))
                return port
        except OSError:
            continue
    return 0
