import { styleText } from 'node:util';
import { inGroups, summarize } from '#server/modules/operator/Check.ts';
import type { CheckResult, CheckState } from '#server/modules/operator/Check.ts';

const marks: Record<CheckState, { mark: string; style: Parameters<typeof styleText>[0] }> = {
  ok: { mark: 'ok      ', style: 'green' },
  note: { mark: 'note    ', style: 'blue' },
  warning: { mark: 'warning ', style: 'yellow' },
  fault: { mark: 'FAULT   ', style: 'red' },
  skipped: { mark: 'skipped ', style: 'gray' },
};

const indent = ' '.repeat(10);

const printResult = ({ name, state, found, remedy }: CheckResult, isColored: boolean): string => {
  const { mark, style } = marks[state];
  const lines = [`  ${isColored ? styleText(style, mark) : mark}${name}: ${found}`];
  if (remedy !== undefined) lines.push(`${indent}-> ${remedy}`);
  return lines.join('\n');
};

/** The results as lines for a terminal: grouped, each fault with its remedy, with totals at the end. */
export const printResults = (results: readonly CheckResult[], isColored: boolean): string =>
  [
    ...inGroups(results).map(({ group, results: ofGroup }) =>
      [group, ...ofGroup.map((result) => printResult(result, isColored))].join('\n'),
    ),
    `${summarize(results)}.`,
  ].join('\n\n');
