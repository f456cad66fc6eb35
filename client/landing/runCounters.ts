import { counterAnimation } from '#shared/limits.ts';

const { steps, stepMs } = counterAnimation;

/** The step follows the clock rather than the number of ticks, so that a busy tab still ends in time. */
const run = (element: HTMLElement, target: number): void => {
  const startedAt = performance.now();
  element.textContent = '0';
  const timer = setInterval(() => {
    const step = Math.min(steps, Math.floor((performance.now() - startedAt) / stepMs));
    element.textContent = String(Math.round((target * step) / steps));
    if (step === steps) clearInterval(timer);
  }, stepMs);
};

/** Counts every `[data-counter]` up once it is seen. The target already stands in the HTML, so doing nothing is right too. */
export const runCounters = (): void => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      run(target, Number(target.dataset['counter']));
    }
  });
  for (const element of document.querySelectorAll('[data-counter]')) observer.observe(element);
};
