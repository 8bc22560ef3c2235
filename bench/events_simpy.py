#!/usr/bin/env python3
"""events_simpy.py: the hold model and M/M/1 in SimPy (Debian's python3-simpy). Prints: NAME EVENTS SECONDS."""
import random
import sys
import time

try:
    from SimPy.Simulation import Process, Resource, Simulation, hold, release, request
except ImportError:
    sys.exit("python3-simpy is not installed")


class Holder(Process):
    def run(self):
        while True:
            yield hold, self, random.expovariate(1.0)


class Customer(Process):
    def run(self, server):
        yield request, self, server
        yield hold, self, random.expovariate(1 / 0.8)
        yield release, self, server


class Source(Process):
    def run(self, server, n):
        for _ in range(n):
            yield hold, self, random.expovariate(1.0)
            customer = Customer(sim=self.sim)
            self.sim.activate(customer, customer.run(server))


def timed(simulation, until):
    begin = time.process_time()
    simulation.simulate(until=until)
    return time.process_time() - begin


def hold_model(n, n_events):
    simulation = Simulation()
    simulation.initialize()
    for _ in range(n):
        holder = Holder(sim=simulation)
        simulation.activate(holder, holder.run())
    print("hold", n_events, timed(simulation, n_events / n))


def queue(n):
    simulation = Simulation()
    simulation.initialize()
    server = Resource(capacity=1, sim=simulation)
    source = Source(sim=simulation)
    simulation.activate(source, source.run(server, n))
    print("queue", 2 * n, timed(simulation, 1e18))


random.seed(1)
hold_model(1000, 200_000)
queue(50_000)
