import { readFileSync } from 'node:fs';

/*
 * Preloaded into the product (`node --import`). Moves its clock by the milliseconds that the file FAULT_CLOCK_FILE holds;
 * writing another figure makes the clock step while the product runs. Timers go on as they are: they do not follow it.
 */

const file = process.env['FAULT_CLOCK_FILE'];
const RealDate = Date;
const lookEveryMs = 20;

if (file !== undefined) {
  let shiftMs = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const now = (): number => {
    if (performance.now() - lookedAt > lookEveryMs) {
      shiftMs = Number(readFileSync(file, 'utf8'));
      lookedAt = performance.now();
    }
    return RealDate.now() + shiftMs;
  };
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  });
}
