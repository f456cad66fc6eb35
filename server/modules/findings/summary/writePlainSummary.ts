import type { Finding } from '#shared/contracts/findings.ts';
import { findingSentence } from '#shared/findingSentence.ts';

/** The parts of a finding that the summary uses. */
export type SummaryFinding = Pick<
  Finding,
  'kind' | 'platform' | 'entity' | 'direction' | 'currency' | 'since' | 'ended' | 'change' | 'causes'
>;

/** Maximum findings per summary. */
export const summaryFindings = 3;
/** Maximum characters of a summary, unless its first sentence is longer. */
export const maxCharacters = 900;
/** Longer names are truncated. */
const longName = /^(.{60}).+$/su;

/** Strangers can choose names, so remove quotes and invisible characters. */
const cleanName = (name: string): string => {
  const clean = name
    .normalize('NFKC')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/["“”„«»]/g, "'")
    .trim();
  const short = clean.replace(longName, '$1...');
  return short === '' ? 'unnamed' : short;
};

const quote = <E extends { name: string }>(entity: E): E => ({ ...entity, name: `“${cleanName(entity.name)}”` });

const toSentence = ({ causes, ...finding }: SummaryFinding): string =>
  findingSentence({
    ...finding,
    entity: quote(finding.entity),
    causes: causes.map((cause) => ({ ...cause, entity: quote(cause.entity) })),
  }).text;

/** The sentences of the largest findings, in list order. */
export const writePlainSummary = (findings: readonly SummaryFinding[]): string =>
  findings
    .slice(0, summaryFindings)
    .map((finding) => `${toSentence(finding)}.`)
    .reduce((text, sentence) => {
      const longer = text === '' ? sentence : `${text} ${sentence}`;
      return text === '' || longer.length <= maxCharacters ? longer : text;
    }, '');
