import { messages } from '#shared/messages.ts';
import { escapeHtml } from '#server/lib/http/escapeHtml.ts';
import type { PageDocument } from '#server/lib/http/pages/renderDocument.ts';
import type { ReceiptRow } from '../receipts.store.ts';

const { receipt: words } = messages.privacy;

const titles: Record<ReceiptRow['kind'], string> = {
  person: words.person,
  account: words.account,
  meta: words.meta,
};

const instant = (at: Date): string => {
  const text = at.toISOString();
  return `<time datetime="${text}">${text.slice(0, 16).replace('T', ' ')} UTC</time>`;
};

const nameTable = (table: string): string => new Map(Object.entries(words.tables)).get(table) ?? words.otherRows;

/** Rows by their meaning; several tables may share a name. */
const countsByName = (counts: ReceiptRow['counts']): [string, number][] => {
  const sums = new Map<string, number>();
  for (const [table, rows] of Object.entries(counts))
    sums.set(nameTable(table), (sums.get(nameTable(table)) ?? 0) + rows);
  return [...sums];
};

const countsTable = (counts: ReceiptRow['counts']): string => {
  const rows = countsByName(counts);
  if (rows.length === 0) return `<p class="none">${escapeHtml(words.nothing)}</p>`;
  return `<table>
<caption>${escapeHtml(words.deleted)}</caption>
<tbody>
${rows.map(([name, total]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${total.toLocaleString('en-US')}</td></tr>`).join('\n')}
</tbody>
</table>`;
};

const receiptDocument = (title: string, state: 'done' | 'pending' | 'unknown', body: string): PageDocument => ({
  title,
  styles: '/deletion/receipt.css',
  main: `<main data-state="${state}">
<p class="brand"><a href="/">Leadlight</a></p>
<h1>${escapeHtml(title)}</h1>
${body}
</main>`,
});

/** A receipt for anyone with its code. It contains no personal data. */
export const receiptPage = ({ code, kind, counts, requestedAt, finishedAt }: ReceiptRow): PageDocument => {
  const isDone = finishedAt !== null;
  return receiptDocument(
    titles[kind],
    isDone ? 'done' : 'pending',
    `<p class="state"><span class="mark" aria-hidden="true"></span>${escapeHtml(isDone ? words.done : words.pending)}</p>
<dl>
<dt>${escapeHtml(words.code)}</dt><dd><code>${escapeHtml(code)}</code></dd>
<dt>${escapeHtml(words.requested)}</dt><dd>${instant(requestedAt)}</dd>
${finishedAt ? `<dt>${escapeHtml(words.finished)}</dt><dd>${instant(finishedAt)}</dd>` : ''}
</dl>
${isDone ? countsTable(counts) : ''}
<p class="note">${escapeHtml(words.nameless)}</p>`,
  );
};

export const noReceiptPage = (): PageDocument =>
  receiptDocument(words.unknown, 'unknown', `<p>${escapeHtml(words.unknownHint)}</p>`);
