"""Run a program in a new pseudo-terminal."""
import fcntl
import os
import pty
import select
import struct
import termios

SECONDS = 30


def at_terminal(command, keys=(), size=(24, 80), env=None, cwd=".", prepare=lambda: None):
    """Run a command in a new terminal, after calling prepare() in its process. Each of keys is a
    text to wait for, and the keys to type or the signal to send then. Return the exit status and
    everything that the terminal shows."""
    child, terminal = pty.fork()
    if child == 0:
        while os.get_terminal_size(2).lines == 0:
            pass  # the other process sets the size
        os.chdir(cwd)
        prepare()
        os.execve(command[0], command, os.environ if env is None else env)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    shown, begin, keys = b"", 0, list(keys)
    while True:
        if keys and keys[0][0] in shown[begin:]:
            _, typed = keys.pop(0)
            begin = len(shown)
            if isinstance(typed, bytes):
                os.write(terminal, typed)
            else:
                os.kill(child, typed)
        if not select.select([terminal], [], [], SECONDS)[0]:
            raise TimeoutError(f"waiting for {keys[:1]}: {shown!r}")
        try:
            output = os.read(terminal, 65536)
        except OSError:  # the last process has closed it
            output = b""
        if not output:
            break
        shown += output
    if keys:
        raise EOFError(f"waiting for {keys[0]}: {shown!r}")
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown
