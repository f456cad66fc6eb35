import type { Response } from 'express';
import { invitationDays } from '#shared/limits.ts';
import { escapeHtml } from '#server/lib/http/escapeHtml.ts';
import { sendDocument } from '#server/lib/http/pages/sendDocument.ts';
import { inGroups, summarize } from '#server/modules/operator/Check.ts';
import type { CheckResult, CheckState } from '#server/modules/operator/Check.ts';

export type OperatorPage =
  | { kind: 'form'; status?: number; problem?: string }
  | { kind: 'invitation'; email: string; link: string }
  | { kind: 'results'; results: readonly CheckResult[]; at: Date; version: string };

const stateNames: Record<CheckState, string> = {
  ok: 'OK',
  note: 'Note',
  warning: 'Warning',
  fault: 'Fault',
  skipped: 'Skipped',
};

/** Text in backticks is a value to set or paste unchanged. */
const renderText = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part)))
    .join('');

const renderForm = ({
  problem,
  status,
}: { problem?: string; status?: number } = {}): string => `<form method="post" action="/operator">
<label for="token">Operator token</label>
<div class="row">
<input id="token" name="token" type="password" required autocomplete="off" spellcheck="false"${status === 401 ? ' aria-invalid="true" aria-describedby="problem"' : ''}>
<button type="submit">Run the checks</button>
</div>
${problem === undefined ? '' : `<p id="problem" class="problem" role="alert">${escapeHtml(problem)}</p>\n`}<p class="hint">The text of OPERATOR_TOKEN. The checks take some seconds.</p>
<label for="email">E-mail address to invite</label>
<div class="row">
<input id="email" name="email" type="email" autocomplete="off" spellcheck="false">
<button type="submit" name="action" value="invite">Create invitation</button>
</div>
<p class="hint">Also needs the token. The link works once, within ${invitationDays} days.</p>
</form>`;

/** `where`: the group name, for a list across groups. */
const renderResult = ({ name, state, found, remedy }: CheckResult, where?: string): string =>
  `<li class="check" data-state="${state}">
<p class="name">${escapeHtml(name)}${where === undefined ? '' : `<span class="group">${where}</span>`}</p>
<p class="state">${stateNames[state]}</p>
<div class="found"><p>${renderText(found)}</p>${remedy === undefined ? '' : `<p class="remedy">${renderText(remedy)}</p>`}</div>
</li>`;

/** Faults and warnings come first, in the order of the groups. */
const renderUrgent = (results: readonly CheckResult[]): string => {
  const urgent = (['fault', 'warning'] as const).flatMap((state) => results.filter((result) => result.state === state));
  if (urgent.length === 0) return '';
  return `<section aria-labelledby="urgent">
<h2 id="urgent">To look at</h2>
<ul>
${urgent.map((result) => renderResult(result, result.group)).join('\n')}
</ul>
</section>`;
};

const renderGroups = (results: readonly CheckResult[]): string =>
  inGroups(results)
    .map(
      ({ group, results: ofGroup }, index) => `<section aria-labelledby="group-${index}">
<h2 id="group-${index}">${group}</h2>
<ul>
${ofGroup.map((result) => renderResult(result)).join('\n')}
</ul>
</section>`,
    )
    .join('\n');

const worstOf = (results: readonly CheckResult[]): CheckState =>
  (['fault', 'warning'] as const).find((state) => results.some((result) => result.state === state)) ?? 'ok';

const renderBody = (page: OperatorPage): string => {
  if (page.kind === 'form') return `<h1>Operator</h1>\n${renderForm(page)}`;
  if (page.kind === 'invitation')
    return `<h1>Invitation</h1>
<p>Send this link to ${escapeHtml(page.email)}, and to nobody else. It works once, within ${invitationDays} days.</p>
<p class="link"><code>${escapeHtml(page.link)}</code></p>
${renderForm()}`;
  const { results, at, version } = page;
  const time = at.toISOString().slice(0, 19);
  return `<h1>Operator</h1>
<p class="summary" data-state="${worstOf(results)}">${escapeHtml(summarize(results))}</p>
<p class="hint">Version ${escapeHtml(version)}, <time datetime="${time}Z">${time.replace('T', ' ')} UTC</time></p>
${renderUrgent(results)}
${renderGroups(results)}
<section aria-labelledby="again">
<h2 id="again">Check again, or invite somebody</h2>
${renderForm()}
</section>`;
};

/** Sends the operator page. It does not contain the token that opened it. */
export const sendOperatorPage = (response: Response, page: OperatorPage): void => {
  const main = `<main class="${page.kind === 'results' ? 'results' : 'form'}">
<p class="brand">Leadlight</p>
${renderBody(page)}
</main>`;
  const status = page.kind === 'form' ? page.status : undefined;
  sendDocument(response, { title: 'Operator', styles: '/operator/operator.css', main }, { status, may: ['form'] });
};
