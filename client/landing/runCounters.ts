/**
 * The suffix behind the number has its place behind the target. It is moved up to the number while that has fewer digits:
 * by a translation, which is no layout shift.
 */
const show = (element: HTMLElement, value: number, target: number): void => {
  const suffix = element.nextElementSibling;
  element.textContent = String(value);
  if (suffix instanceof HTMLElement) suffix.style.translate = `${String(value).length - String(target).length}ch`;
};

type Counting = { target: number; steps: number; stepMs: number };

/** The step follows the clock rather than the number of ticks, so that a busy tab still ends in time. */
const run = (element: HTMLElement, { target, steps, stepMs }: Counting): void => {
  const startedAt = performance.now();
  show(element, 0, target);
  const timer = setInterval(() => {
    const step = Math.min(steps, Math.floor((performance.now() - startedAt) / stepMs));
    show(element, Math.round((target * step) / steps), target);
    if (step === steps) clearInterval(timer);
  }, stepMs);
};

/**
 * Counts every `[data-counter]` up once it is seen. The target already stands in the HTML, so doing nothing is right too;
 * how to count stands there as well, since a script that imported it would share a file with the app.
 */
export const runCounters = (): void => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      const { steps, stepMs } = target.closest('dl')?.dataset ?? {};
      run(target, { target: Number(target.dataset['counter']), steps: Number(steps), stepMs: Number(stepMs) });
    }
  });
  for (const element of document.querySelectorAll('[data-counter]')) observer.observe(element);
};
