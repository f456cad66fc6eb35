import type { Finding } from '#shared/contracts/findings.ts';
import { findingKindNames } from '#shared/findings.ts';
import { causeWords, findingSentence } from '#shared/findingSentence.ts';
import { platformNames } from '#shared/platforms.ts';
import { maxCharacters, withoutNames } from './checkText.ts';
import type { Given } from './checkText.ts';
import { readStated } from './numbers/readStated.ts';

/** What a summary says of a finding. */
export type SummaryFinding = Pick<
  Finding,
  'kind' | 'platform' | 'entity' | 'direction' | 'currency' | 'since' | 'ended' | 'change' | 'causes' | 'stake'
>;

/** Findings of the plain summary, and of those that a model gets. */
const plainFindings = 3;
export const modelFindings = 10;
const partsOfFinding = 4;
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
    .slice(0, plainFindings)
    .map((finding) => `${toSentence(finding)}.`)
    .reduce((text, sentence) => {
      const longer = text === '' ? sentence : `${text} ${sentence}`;
      return text === '' || longer.length <= maxCharacters ? longer : text;
    }, '');

// Intl throws for anything but three letters, and platforms have sent empty texts.
const currencyStyle = (currency: string | null): Intl.NumberFormatOptions =>
  currency !== null && /^[A-Za-z]{3}$/.test(currency) ? { style: 'currency', currency } : {};

const amount = (value: number, currency: string | null): string =>
  new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2, ...currencyStyle(currency) }).format(value);

const inMoney: ReadonlySet<SummaryFinding['kind']> = new Set(['spend-spike', 'spend-to-zero', 'cpl-shift', 'pacing']);

type Fact = {
  what: string;
  platform: string;
  name: string;
  sentence: string;
  since: string;
  parts: { name: string; because: string; part: string }[];
  atStake: string | null;
};

const toFact = (finding: SummaryFinding): Fact => ({
  what: findingKindNames[finding.kind],
  platform: platformNames[finding.platform],
  name: quote(finding.entity).name,
  sentence: toSentence(finding),
  since: finding.since,
  parts: finding.causes.slice(0, partsOfFinding).map((cause) => ({
    name: quote(cause.entity).name,
    because: causeWords(finding.kind, cause),
    part: amount(cause.part, inMoney.has(finding.kind) ? finding.currency : null),
  })),
  atStake: finding.stake === null ? null : amount(finding.stake, finding.currency),
});

/** What a model gets: rounded texts of the findings, and nothing of a lead, a person or a note. */
export type Facts = { openFindings: string; findings: Fact[] };

/** @param total all open findings, of which the model gets the largest */
export const writeFacts = (findings: readonly SummaryFinding[], total: number): Facts => ({
  openFindings: String(total),
  findings: findings.slice(0, modelFindings).map(toFact),
});

const textsOf = ({ openFindings, findings }: Facts): string[] => [
  openFindings,
  ...findings.flatMap(({ sentence, since, parts, atStake }) => [
    sentence,
    since,
    ...parts.map(({ part }) => part),
    atStake ?? '',
  ]),
];

/** What a text about these facts may repeat. */
export const readGiven = (facts: Facts): Given => ({
  names: new Set(
    facts.findings
      .flatMap(({ name, parts }) => [name, ...parts.map((part) => part.name)])
      .map((name) => name.slice(1, -1)),
  ),
  // Each text ends with a full stop, so that two numbers do not become one.
  stated: readStated(
    textsOf(facts)
      .map((text) => `${withoutNames(text).normalize('NFKC').replaceAll(/\s+/g, ' ')} ; `)
      .join(''),
  ),
});
