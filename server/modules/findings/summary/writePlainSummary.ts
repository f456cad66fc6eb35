import type { Finding } from '#shared/contracts/findings.ts';
import { findingSentence } from '#shared/findingSentence.ts';

/** The parts of a finding that the summary uses. */
export type SummaryFinding = Pick<
  Finding,
  'kind' | 'platform' | 'entity' | 'direction' | 'currency' | 'since' | 'ended' | 'change' | 'causes'
>;

/** Findings of a summary. */
export const summaryFindings = 3;
/** Characters of a summary, unless its first sentence is longer. */
export const maxCharacters = 900;
/** Longer names are cut after this many characters. */
const longName = /^(.{60}).+$/su;

/** A name that strangers chose, without what could end its quotes or hide in it. */
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

/** The sentences of the largest findings, in the order of the list. */
export const writePlainSummary = (findings: readonly SummaryFinding[]): string =>
  findings
    .slice(0, summaryFindings)
    .map((finding) => `${toSentence(finding)}.`)
    .reduce((text, sentence) => {
      const longer = text === '' ? sentence : `${text} ${sentence}`;
      return text === '' || longer.length <= maxCharacters ? longer : text;
    }, '');
