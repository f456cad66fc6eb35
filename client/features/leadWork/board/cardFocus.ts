const cardsIn = (column: Element | null | undefined): HTMLElement[] => [
  ...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? []),
];

const steps: Partial<Record<string, readonly [columns: number, cards: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Finds the card that an arrow key moves the focus to. Skips empty columns. */
export const neighborOf = (card: Element, key: string): HTMLElement | null => {
  const step = steps[key];
  const column = card.closest('[data-step]');
  if (!step || !column) return null;
  const place = cardsIn(column).findIndex((each) => each === card);
  const [columns, cards] = step;
  if (columns === 0) return cardsIn(column)[place + cards] ?? null;
  for (
    let next = columns < 0 ? column.previousElementSibling : column.nextElementSibling;
    next;
    next = columns < 0 ? next.previousElementSibling : next.nextElementSibling
  ) {
    const found = cardsIn(next);
    const nearest = found[Math.min(place, found.length - 1)];
    if (nearest) return nearest;
  }
  return null;
};
