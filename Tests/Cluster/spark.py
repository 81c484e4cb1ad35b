"""Apache Spark on this machine: a master, two workers and a Connect server, each a process of its own.

Everything listens on 127.0.0.1 alone. Processes are stopped by their numbers, whatever happened.
"""
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
import urllib.request

VERSION = "4.3.0"
JAVA = 17
# The six processes together take 1.9 GB; Spark refuses drivers and executors below 450 MiB.
NEEDED_MEMORY = 4 << 30
# Seconds for each process to be ready. Ten are usual, forty were seen on a busy machine.
PATIENCE = 120
# Spark compiles nothing to last: a small, quick start is worth more than a fast end.
JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
# MiB of an executor; its worker has a little more.
HEAP = 512


def prepare_for_minutes():
    """Gives queries of minutes the whole compiler and a heap for their sorts; before a cluster starts."""
    global JVM, HEAP
    JVM, HEAP = "-XX:+UseSerialGC", 2048


class Absent(Exception):
    """Something that the cluster needs and this machine does not have."""


def check_machine():
    """Raises Absent unless Java and memory suffice; as root, it installs Java where apt-get can."""
    if not shutil.which("java") and os.geteuid() == 0 and shutil.which("apt-get"):
        install = f"apt-get update -qq && apt-get install -y -qq openjdk-{JAVA}-jre-headless"
        subprocess.run(["sh", "-c", install], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    program = shutil.which("java")
    if not program:
        raise Absent(f"found no java; expected Java {JAVA} or newer (openjdk-{JAVA}-jre-headless)")
    said = subprocess.run([program, "-version"], capture_output=True, text=True).stderr
    number = said.split('"')[1].split(".")[0] if '"' in said else "0"
    if not number.isdigit() or int(number) < JAVA:
        raise Absent(f"found Java {number}; expected {JAVA} or newer")
    free = next(int(line.split()[1]) << 10 for line in open("/proc/meminfo")
                if line.startswith("MemAvailable"))
    if free < NEEDED_MEMORY:
        raise Absent(f"found {free >> 20} MiB of free memory; expected {NEEDED_MEMORY >> 20}")


def home(cache):
    """Returns Spark's folder: SPARK_HOME, else that of PyPI's archive, fetched once into `cache`."""
    if os.environ.get("SPARK_HOME"):
        return os.environ["SPARK_HOME"]
    place = os.path.join(cache, f"pyspark-{VERSION}", "deps")
    if not os.path.isdir(os.path.join(place, "jars")):
        os.makedirs(cache, exist_ok=True)
        print(f"fetching Spark {VERSION} (456 MB) into {cache}", file=sys.stderr, flush=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary",
                   ":all:", "--dest", cache, f"pyspark=={VERSION}"]
        fetched = subprocess.run(command, capture_output=True, text=True)
        archive = os.path.join(cache, f"pyspark-{VERSION}.tar.gz")
        if fetched.returncode or not os.path.exists(archive):
            said = (fetched.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise Absent(f"pip cannot fetch pyspark {VERSION}: {said}")
        with tarfile.open(archive) as packed:
            members = [m for m in packed if m.name.startswith(f"pyspark-{VERSION}/deps/")]
            packed.extractall(cache, members, filter="tar")
        os.remove(archive)
    return place


def free_ports(count):
    """Returns the first of so many free ports in a row, below those that the system gives out."""
    for first in range(17100, 30000, 20):
        taken = []
        try:
            for port in range(first, first + count):
                taken.append(socket.socket())
                taken[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                taken[-1].bind(("127.0.0.1", port))
            return first
        except OSError:
            continue
        finally:
            for listener in taken:
                listener.close()
    raise Absent("found no free ports")


class Process:
    """A JVM of Spark's, with its log."""

    def __init__(self, name, command, environment, log):
        self.name, self.log = name, log
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=open(log, "wb"),
            stderr=subprocess.STDOUT, start_new_session=True)

    def wait_for(self, is_ready):
        """Waits until it is ready; an end before that is an error with the log's last lines."""
        end = time.monotonic() + PATIENCE
        while not is_ready():
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.name} ended with {self.process.returncode}:\n{self.tail()}")
            if time.monotonic() > end:
                raise RuntimeError(f"{self.name} was not ready in {PATIENCE} s:\n{self.tail()}")
            time.sleep(0.2)

    def tail(self):
        with open(self.log, errors="replace") as log:
            return "".join(log.readlines()[-15:])

    def kill(self):
        """Ends it without a word, as a broken machine would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


class Cluster:
    """A master, workers of one core each, two at most, and a Connect server; a context that stops them."""

    def __init__(self, spark, folder, workers=2):
        self.spark, self.folder, self.count = spark, folder, workers
        self.processes = []
        first = free_ports(10)
        (self.master_port, self.master_page, self.connect_port, self.driver_page, self.token_port,
         self.token_page) = range(first, first + 6)
        self.worker_ports = [(first + 6, first + 7), (first + 8, first + 9)]

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.stop()

    @property
    def address(self):
        return f"sc://127.0.0.1:{self.connect_port}"

    def start(self):
        os.makedirs(os.path.join(self.folder, "conf"))
        with open(os.path.join(self.folder, "conf", "spark-defaults.conf"), "w") as conf:
            for name, value in self.settings().items():
                conf.write(f"{name} {value}\n")
        master = self.run("master", ["bin/spark-class", "org.apache.spark.deploy.master.Master",
                                     "--host", "127.0.0.1", "--port", str(self.master_port),
                                     "--webui-port", str(self.master_page)])
        self.workers = [self.start_worker(index) for index in range(self.count)]
        # It asks for the master until there is one.
        self.connect = self.run_connect(
            "connect", f"spark://127.0.0.1:{self.master_port}", self.connect_port, self.driver_page)
        master.wait_for(lambda: len(self.living_workers()) == self.count)
        self.connect.wait_for(lambda: listens(self.connect_port))

    def settings(self):
        """Settings of all: one core a worker, nothing open to others, no REST submission."""
        return {
            "spark.master.rest.enabled": "false", "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.connect.grpc.binding.address": "127.0.0.1",
            "spark.executor.cores": "1", "spark.executor.memory": f"{HEAP}m",
            "spark.sql.shuffle.partitions": "4", "spark.sql.catalogImplementation": "in-memory",
            "spark.sql.warehouse.dir": os.path.join(self.folder, "warehouse"),
            "spark.executor.extraJavaOptions": JVM, "spark.driver.extraJavaOptions": JVM,
        }

    def start_worker(self, index):
        port, page = self.worker_ports[index]
        return self.run(f"worker{index + 1}", [
            "bin/spark-class", "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1",
            "--port", str(port), "--webui-port", str(page), "--cores", "1", "--memory",
            f"{HEAP + 88}m",
            "--work-dir", os.path.join(self.folder, f"work{index + 1}"),
            f"spark://127.0.0.1:{self.master_port}"])

    def run_connect(self, name, master, port, page, settings={}):
        command = ["bin/spark-submit", "--class",
                   "org.apache.spark.sql.connect.service.SparkConnectServer", "--master", master,
                   "--driver-memory", "600m"]
        settings = {"spark.connect.grpc.binding.port": port, "spark.ui.port": page} | settings
        for key, value in settings.items():
            command += ["--conf", f"{key}={value}"]
        return self.run(name, command, memory=None)

    def run_token_server(self, token):
        """Starts a second Connect server, which asks for a token and works on its own."""
        server = self.run_connect("token", "local[1]", self.token_port, self.token_page,
                                  {"spark.connect.authenticate.token": token})
        server.wait_for(lambda: listens(self.token_port))

    def stop_own_servers(self):
        """Stops the servers that a check started beside the cluster's."""
        for process in self.processes[self.count + 2:]:
            process.stop()

    def run(self, name, command, memory="192m"):
        environment = dict(os.environ, SPARK_HOME=self.spark, SPARK_LOCAL_IP="127.0.0.1",
                           SPARK_CONF_DIR=os.path.join(self.folder, "conf"),
                           SPARK_LOCAL_DIRS=os.path.join(self.folder, "local"),
                           SPARK_DAEMON_JAVA_OPTS=JVM)
        # Spark takes it for the Connect server too, which needs more.
        environment.pop("SPARK_DAEMON_MEMORY", None)
        if memory:
            environment["SPARK_DAEMON_MEMORY"] = memory
        command = [os.path.join(self.spark, command[0])] + command[1:]
        process = Process(name, command, environment, os.path.join(self.folder, name + ".log"))
        self.processes.append(process)
        return process

    def living_workers(self):
        state = ask(f"http://127.0.0.1:{self.master_page}/json/")
        return [worker for worker in state.get("workers", []) if worker["state"] == "ALIVE"]

    def running_jobs(self):
        """Returns the jobs of the Connect server that run now."""
        base = f"http://127.0.0.1:{self.driver_page}/api/v1/applications"
        return [job for application in ask(base) or []
                for job in ask(f"{base}/{application['id']}/jobs?status=running") or []]

    def executors(self):
        """Returns the numbers of the executors' processes, children of this cluster's workers."""
        workers = {worker.process.pid for worker in self.workers}
        return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc")))
                if parent(pid) in workers]

    @contextlib.contextmanager
    def stopped_executors(self):
        """Holds the executors still: a query that begins meanwhile ends only by an interruption."""
        end = time.monotonic() + PATIENCE
        while len(held := self.executors()) < self.count:
            if time.monotonic() > end:
                raise RuntimeError(f"found {len(held)} executors; expected {self.count}")
            time.sleep(0.2)
        try:
            for pid in held:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in held:
                os.kill(pid, signal.SIGCONT)


def parent(pid):
    try:
        with open(f"/proc/{pid}/stat") as status:
            return int(status.read().rsplit(")", 1)[1].split()[1])
    except (OSError, IndexError):
        return None


def listens(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def ask(url):
    """Returns a page's JSON; an empty object where there is none yet."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return {}
