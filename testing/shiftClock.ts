import { readFileSync } from 'node:fs';

/*
 * Preloaded into the product (`node --import`). Shifts its clock by the milliseconds in the file FAULT_CLOCK_FILE. Writing
 * another number shifts the clock while the product runs. Timers are not affected.
 */

const file = process.env['FAULT_CLOCK_FILE'];
const RealDate = Date;
const checkEveryMs = 20;

if (file !== undefined) {
  let shiftMs = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const now = (): number => {
    if (performance.now() - checkedAt > checkEveryMs) {
      shiftMs = Number(readFileSync(file, 'utf8'));
      checkedAt = performance.now();
    }
    return RealDate.now() + shiftMs;
  };
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  });
}
