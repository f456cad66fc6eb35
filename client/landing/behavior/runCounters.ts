/**
 * The suffix is placed after the target. While the number has fewer digits, a translation moves it up to the number,
 * which is not a layout shift.
 */
const show = (element: HTMLElement, value: number, target: number): void => {
  const suffix = element.nextElementSibling;
  element.textContent = String(value);
  if (suffix instanceof HTMLElement) suffix.style.translate = `${String(value).length - String(target).length}ch`;
};

type Counting = { target: number; steps: number; stepMs: number };

/** Steps by the clock, not by ticks, so that a busy tab still ends in time. */
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
 * Counts up every `[data-counter]` once it is visible. The HTML already has the target and the counting options:
 * importing them would make the script share a file with the app.
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
