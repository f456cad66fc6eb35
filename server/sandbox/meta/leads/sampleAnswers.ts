import { integer, pick } from '../../support/random.ts';
import type { LeadAnswer, LeadQuestion } from './leadTypes.ts';

const firstNames = ['Ada', 'Ben', 'Cleo', 'Dan', 'Edda', 'Finn', 'Gia', 'Hugo', 'Ines', 'Jon', 'Kaya', 'Lou'] as const;
const lastNames = ['Example', 'Sample', 'Specimen', 'Placeholder'] as const;

/** Unusual and prank names. Every twelfth lead has one, so that every form contains some. */
const oddNames = [
  ['Jörg', 'Müster-Beispiel'],
  ['Dana "Dee"', "O'Sample"],
  ["=cmd|' /C calc'!A0", 'Example'],
  ['Zoë, née', 'Exemple'],
  ['<b>Bold</b>', 'Sample'],
] as const;
const oddNameEvery = 12;
const oddNameAt = 2;

const cities = ['Köln', 'Porto', 'Galway', 'São Paulo'] as const;

/** Answers to custom questions. A nested list is an answer with several values. */
const customAnswers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'which_model?': [['Coupe'], ['Estate'], ['Van, long wheelbase']],
  'what_are_you_interested_in?': [['Test drive'], ['Leasing', 'Insurance'], ['Test drive', 'Part exchange', 'Leasing']],
  'how_did_you_hear_of_us?': [['A friend'], ['"Drive" magazine'], ['Radio; and a poster']],
};

export const carQuestions: readonly LeadQuestion[] = [
  { key: 'full_name', label: 'Full name', type: 'FULL_NAME' },
  { key: 'email', label: 'Email', type: 'EMAIL' },
  { key: 'phone_number', label: 'Phone number', type: 'PHONE' },
  { key: 'which_model?', label: 'Which model?', type: 'CUSTOM' },
  { key: 'what_are_you_interested_in?', label: 'What are you interested in?', type: 'CUSTOM' },
];

export const brochureQuestions: readonly LeadQuestion[] = [
  { key: 'first_name', label: 'First name', type: 'FIRST_NAME' },
  { key: 'last_name', label: 'Last name', type: 'LAST_NAME' },
  { key: 'email', label: 'Email', type: 'EMAIL' },
  { key: 'phone_number', label: 'Phone number', type: 'PHONE' },
  { key: 'city', label: 'City', type: 'CITY' },
  { key: 'how_did_you_hear_of_us?', label: 'How did you hear of us?', type: 'CUSTOM' },
];

/** Answers of the sample person with this number: obviously invented, with an undeliverable address. */
export const sampleAnswers = (seed: number, questions: readonly LeadQuestion[], number: number): LeadAnswer[] => {
  const odd = number % oddNameEvery === oddNameAt;
  const [first, last] = odd
    ? (oddNames[Math.floor(number / oddNameEvery) % oddNames.length] ?? oddNames[0])
    : [pick(firstNames, seed, 'meta lead first', number), pick(lastNames, seed, 'meta lead last', number)];
  const answerTo = ({ key, type }: LeadQuestion): readonly string[] => {
    switch (type) {
      case 'FULL_NAME':
        return [`${first} ${last}`];
      case 'FIRST_NAME':
        return [first];
      case 'LAST_NAME':
        return [last];
      case 'EMAIL':
        return [`${first.toLowerCase().replace(/[^a-z]/g, '')}.${number}@example.test`];
      case 'PHONE':
        // The British regulator reserves these thousand numbers for films.
        return [`+447700900${String(integer(0, 999, seed, 'meta lead phone', number)).padStart(3, '0')}`];
      case 'CITY':
        return [pick(cities, seed, 'meta lead city', number)];
      default:
        return pick(customAnswers[key] ?? [['Yes'], ['No']], seed, 'meta lead custom', key, number);
    }
  };
  return questions.map((question) => ({ name: question.key, values: [...answerTo(question)] }));
};

/** The answers of a developer's test lead. */
export const testAnswers = (questions: readonly LeadQuestion[]): LeadAnswer[] =>
  questions.map(({ key }) => ({ name: key, values: [`<test lead: dummy data for ${key}>`] }));
