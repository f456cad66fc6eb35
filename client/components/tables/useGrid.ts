import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';

const widgetSelector = 'a[href], button, input, select, summary';

const widgetsOf = (cell: HTMLTableCellElement): HTMLElement[] =>
  [...cell.querySelectorAll<HTMLElement>(widgetSelector)].filter((widget) => !widget.matches(':disabled'));

/** Focus target of a cell: its only widget, else the cell itself. */
const targetOf = (cell: HTMLTableCellElement): HTMLElement => {
  const [first, second] = widgetsOf(cell);
  return first && !second ? first : cell;
};

const cellOf = (target: EventTarget): HTMLTableCellElement | null =>
  target instanceof Element ? target.closest('td, th') : null;

/** Browsers treat cells under a pinned column as visible. The scroll margins in `app.css` correct that. */
const focusInSight = (target: HTMLElement | undefined): void => {
  target?.focus();
  target?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};

const clamp = (value: number, max: number): number => Math.max(0, Math.min(value, max));

/** Number of rows and columns that a key moves by. `page` is the number of visible rows. */
const stepOf = ({ key, ctrlKey }: KeyboardEvent, page: number): [rows: number, columns: number] | null => {
  const end = key === 'Home' ? -1e9 : key === 'End' ? 1e9 : 0;
  if (end !== 0) return [ctrlKey ? end : 0, end];
  if (ctrlKey) return null;
  if (key === 'ArrowUp' || key === 'k') return [-1, 0];
  if (key === 'ArrowDown' || key === 'j') return [1, 0];
  if (key === 'ArrowLeft') return [0, -1];
  if (key === 'ArrowRight') return [0, 1];
  if (key === 'PageUp') return [-page, 0];
  if (key === 'PageDown') return [page, 0];
  return null;
};

/** In a cell with several widgets, arrow keys move between them and Escape returns to the cell. */
const moveInside = (event: KeyboardEvent, cell: HTMLTableCellElement): void => {
  const widgets = widgetsOf(cell);
  const at = widgets.findIndex((widget) => widget === event.target);
  const isBack = event.key === 'ArrowLeft' || event.key === 'ArrowUp';
  if (event.key.startsWith('Arrow')) focusInSight(widgets[at + (isBack ? -1 : 1)]);
  else if (event.key === 'Escape' || event.key === 'F2') cell.focus();
  else return;
  event.preventDefault();
};

/** Handles keys while the cell itself has the focus. */
const enterCell = (event: KeyboardEvent, cell: HTMLTableCellElement): void => {
  if (event.key === 'Enter' || event.key === 'F2') widgetsOf(cell)[0]?.focus();
  // Space would scroll the page.
  else if (event.key === ' ') cell.parentElement?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
  else return;
  event.preventDefault();
};

type Current = { cell: HTMLTableCellElement; row: number; column: number };

const currentOf = (cell: HTMLTableCellElement): Current => ({
  cell,
  row: cell.parentElement instanceof HTMLTableRowElement ? cell.parentElement.rowIndex : 0,
  column: cell.cellIndex,
});

/**
 * Makes a table one tab stop, following the grid pattern of the ARIA Authoring Practices. Arrow keys move between
 * cells, Enter enters a cell with several widgets, and Escape leaves it. Works on the rendered DOM, because features
 * render the cells. Only the current cell is in the tab order.
 *
 * @param page a change moves the tab stop to the top of the table
 * @returns props for the table
 */
export const useGrid = (page: number | undefined) => {
  const ref = useRef<HTMLTableElement>(null);
  /** Last focused cell. Once it is removed, the cell at its position takes over. */
  const current = useRef<Current | null>(null);
  const hasFocus = useRef(false);

  const cellAt = (row: number, column: number): HTMLTableCellElement | undefined => {
    const rows = ref.current?.rows;
    const cells = rows?.[clamp(row, rows.length - 1)]?.cells;
    return cells?.[clamp(column, cells.length - 1)];
  };

  /** First tab stop: the checkbox for all rows, else the first row. */
  const firstCell = () => cellAt(ref.current?.querySelector('thead input') ? 0 : 1, 0);

  const settle = useEffectEvent((): HTMLElement | null => {
    const known = current.current;
    if (known?.cell.isConnected) current.current = currentOf(known.cell);
    const cell = known?.cell.isConnected ? known.cell : known ? cellAt(known.row, known.column) : firstCell();
    if (!ref.current || !cell) return null;
    const target = targetOf(cell);
    for (const each of ref.current.querySelectorAll<HTMLElement>(`${widgetSelector}, [tabindex]`)) {
      if (each === target) continue;
      if (each.matches('td, th')) each.removeAttribute('tabindex');
      else each.tabIndex = -1;
    }
    target.tabIndex = 0;
    return target;
  });

  const lastPage = useRef(page);
  useLayoutEffect(() => {
    if (lastPage.current !== page) {
      lastPage.current = page;
      current.current = null;
      ref.current?.parentElement?.scrollTo({ top: 0 });
    }
    settle();
  }, [page]);

  useEffect(() => {
    if (!ref.current) return undefined;
    const observer = new MutationObserver(() => {
      const target = settle();
      // The focused element was removed or disabled. Without this, the focus would return to the top of the page.
      if (
        hasFocus.current &&
        (document.activeElement === document.body || document.activeElement?.matches(':disabled'))
      )
        target?.focus();
    });
    observer.observe(ref.current, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, []);

  const handleFocus = ({ target }: FocusEvent): void => {
    const cell = cellOf(target);
    if (!cell) return;
    hasFocus.current = true;
    current.current = currentOf(cell);
    settle();
  };

  const handleKey = (event: KeyboardEvent): void => {
    const cell = cellOf(event.target);
    if (!cell || event.defaultPrevented || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target !== targetOf(cell)) {
      moveInside(event, cell);
      return;
    }
    const region = ref.current?.parentElement;
    const rowsInSight = Math.floor((region?.clientHeight ?? 0) / (cell.offsetHeight || 1)) - 1;
    const step = stepOf(event, Math.max(1, rowsInSight));
    const { row, column } = currentOf(cell);
    const next = step && cellAt(row + step[0], column + step[1]);
    if (next) {
      const target = targetOf(next);
      target.tabIndex = 0;
      focusInSight(target);
      event.preventDefault();
    } else if (event.target === cell) enterCell(event, cell);
  };

  return {
    ref,
    role: 'grid',
    onFocus: handleFocus,
    // A window in the background keeps its focus.
    onBlur: () => {
      hasFocus.current = ref.current?.contains(document.activeElement) === true;
    },
    onKeyDown: handleKey,
  } as const;
};
