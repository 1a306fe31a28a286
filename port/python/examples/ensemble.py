#!/usr/bin/env python3
"""Many workers at a time: libEnsemble runs taut's generator, and each worker measures in a process of its own. Workers
take different times, so that readings come in another order than they were asked for; and in the middle of the run
some of those processes are killed. Their trials are given up, and the run goes on.

usage: ensemble.py [--workers 4] [--readings 120] [--kill 2] [--folder FOLDER]
"""
import argparse
import math
import multiprocessing
import os
import pathlib
import time

import numpy
import plant
import taut
from gest_api.vocs import VOCS
from libensemble import Ensemble
from libensemble.alloc_funcs.start_only_persistent import only_persistent_gens
from libensemble.specs import AllocSpecs, ExitCriteria, GenSpecs, LibeSpecs, SimSpecs
from taut.gest import TautGenerator

KILLED_FROM = 40  # the first measurement that is killed


def measure(settings, number, answer):
    """In a process of its own. Every fourth measurement takes long."""
    time.sleep(0.08 if number % 4 == 0 else 0.02)
    answer.send(plant.reading(settings, numpy.random.default_rng(number)))


def simulate(point, libE_info, kill):
    """In a worker of libEnsemble, which does not notice if one of its own workers dies. So what may die is a process of
    the worker, and NaN stands for a reading that was lost."""
    number = int(libE_info["H_rows"][0])
    ours, theirs = multiprocessing.Pipe(duplex=False)
    settings = [float(point[name]) for name in plant.KNOBS]
    process = multiprocessing.Process(target=measure, args=(settings, number, theirs), daemon=True)
    process.start()
    theirs.close()
    if KILLED_FROM <= number < KILLED_FROM + kill:
        time.sleep(0.01)
        process.kill()
    try:
        return {"reading": ours.recv()}
    except EOFError:
        return {"reading": math.nan}
    finally:
        process.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--readings", type=int, default=120)
    parser.add_argument("--kill", type=int, default=2, help="how many measurements are killed")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("build/python/ensemble"))
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    os.chdir(options.folder)
    log = pathlib.Path("taut.log")
    log.unlink(missing_ok=True)

    vocs = VOCS(variables={name: [0.0, 1.0] for name in plant.KNOBS}, objectives={"reading": "MAXIMIZE"})
    generator = TautGenerator(vocs, taut.quantile(plant.LEVEL), observations=options.readings, seed=1,
                              outstanding=4 * options.workers, log=str(log))
    ensemble = Ensemble(
        libE_specs=LibeSpecs(nworkers=options.workers, gen_on_manager=True, comms="local",
                             final_gen_send=True, disable_log_files=True),
        gen_specs=GenSpecs(generator=generator, initial_batch_size=options.workers, vocs=vocs),
        sim_specs=SimSpecs(simulator=simulate, vocs=vocs, user={"kill": options.kill}),
        alloc_specs=AllocSpecs(alloc_f=only_persistent_gens, user={"async_return": True}),
        exit_criteria=ExitCriteria(sim_max=options.readings + options.kill),
    )
    history, _, flag = ensemble.run()
    if not ensemble.is_manager:
        return

    done = history[history["sim_ended"]]
    lost = numpy.isnan(done["reading"])
    in_order = numpy.argsort(done["sim_ended_time"], kind="stable")
    overtaken = int(numpy.sum(numpy.diff(done["sim_id"][in_order]) < 0))
    print(f"{options.workers} workers made {len(done)} measurements; {overtaken} times a later one was done first")
    print(f"lost with their processes: {', '.join(str(number) for number in done['sim_id'][lost])}")

    replayed = taut.replay(log)
    failed = taut.read_log(log).failures
    print(f"the log: {replayed.readings} readings, {len(failed)} trials given up; replayed bit by bit")
    best = replayed.tuner.best()
    print(f"best at {numpy.round(best.settings, 2)}: 5 % of readings are below {best.value:.2f} +- "
          f"{2 * best.deviation:.2f}, in truth {plant.true_quantile(best.settings):.2f}")


if __name__ == "__main__":
    main()
