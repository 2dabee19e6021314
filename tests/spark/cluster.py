"""A cluster of two executors on this machine: local-cluster[2,1,1024], each a process of its
own with workers in Python."""
import os
import subprocess

# The options recommended in README.md of the package: the executor only passes batches on, but a
# JVM initially takes a 64th of the machine's memory for its heap, and G1 another 40 MB.
JAVA_OPTIONS = "-XX:+UseSerialGC -Xms64m"

SETTINGS = {
    "spark.executor.extraJavaOptions": JAVA_OPTIONS,
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.executor.memory": "1g",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    "spark.task.maxFailures": "8",
}


def session(**settings):
    from pyspark.sql import SparkSession
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("urlgrep")
    for name, value in {**SETTINGS, **settings}.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


def descendants():
    """Return (pid, arguments) of all descendants of this process."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True,
                            check=True).stdout.splitlines()[1:]
    rows = [line.split(None, 2) for line in listed]
    ours = {os.getpid()}
    for _ in range(8):
        ours |= {int(pid) for pid, parent, *_ in rows if int(parent) in ours}
    return [(int(pid), args) for pid, _, args in rows if int(pid) in ours]


def executors():
    """Return the processes of the executors."""
    return [pid for pid, args in descendants()
            if "CoarseGrainedExecutorBackend" in args and "java" in args.split()[0]]
