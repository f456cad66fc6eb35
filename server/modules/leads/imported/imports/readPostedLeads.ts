import { TokenParser, TokenParserError, Tokenizer, TokenizerError, TokenType } from '@streamparser/json';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { importLimits } from '#shared/limits.ts';
import { isTestLead } from '#shared/leadFiles/cells/testLead.ts';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import { messages } from '#shared/messages.ts';
import { AppError, validationError } from '#server/lib/failures/errors.ts';
import type { ImportedContent } from '#server/modules/leads/imported/ImportedLead.ts';
import { readAnswers } from '#server/modules/leads/imported/readAnswers.ts';

type Token = Parameters<Tokenizer['onToken']>[0];

/** Only answers are nested. Other nested values are stored as text. */
const deepestNesting = 20;
/** The 22 columns of a row have 88 tokens, and its answers up to 800. Unknown keys may add some. */
const tokensPerRow = 5_000;
/** The longest allowed token. The longest allowed text has 60,000 bytes if every character is escaped. */
const bytesPerToken = 1024 * 1024;

/** Omits the parser's own error as the cause, because it quotes the input, and lead data must not be logged. */
const badJson = (): AppError => new AppError(400, 'BAD_JSON', messages.server.badJson);
const tooManyRows = (): AppError => new AppError(413, 'IMPORT_TOO_LARGE', messages.customLeads.tooMany);
const invalidBody = (): AppError => validationError(messages.validation.invalidRequest);

const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
};

/** The tokenizer's decoder throws this for invalid UTF-8. */
const isEncodingFault = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

const isNoJson = (error: unknown): boolean =>
  error instanceof TokenizerError || error instanceof TokenParserError || isEncodingFault(error);

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the answers of a row. Ignores another shape, like an unknown column. */
const toAnswers = (given: unknown): LeadAnswer[] => {
  if (!isRow(given)) return [];
  const answers = readAnswers(Object.entries(given).map(([name, value]) => [name, toText(value)]));
  if (typeof answers === 'string') throw validationError(answers);
  return answers;
};

const toValues = (row: Record<string, unknown>): CustomLeadValues => {
  const read = (key: string): string => {
    // Only own properties of the row, so that a key such as `__proto__` adds nothing inherited.
    const text = Object.hasOwn(row, key) ? toText(row[key]) : '';
    if (text.length > importLimits.valueCharacters) throw validationError(messages.customLeads.valueTooLong);
    return text;
  };
  return Object.fromEntries(customLeadKeys.map((key) => [key, read(key)])) as CustomLeadValues;
};

const toContent = (row: unknown): ImportedContent => {
  if (!isRow(row)) throw invalidBody();
  const own = (key: string): unknown => (Object.hasOwn(row, key) ? row[key] : undefined);
  const values = toValues(row);
  const answers = toAnswers(own('answers'));
  const isTest =
    own('isTest') === true ||
    isTestLead(values.EmailAddress.trim(), [...Object.values(values), ...answers.flatMap((answer) => answer.values)]);
  return { values, ...(answers.length > 0 ? { answers } : {}), ...(isTest ? { isTest } : {}) };
};

/** Keeps the original text of a number, because an id of 18 digits does not fit into a number. */
class ExactTokenizer extends Tokenizer {
  #written = '';

  protected override parseNumber(text: string): number {
    this.#written = text;
    return Number(text);
  }

  /** A number that would change when printed is kept as text. */
  toExact(token: Token): Token {
    if (token.token !== TokenType.NUMBER || String(token.value) === this.#written) return token;
    return { token: TokenType.STRING, value: this.#written, offset: token.offset };
  }
}

/** Checks each token before the parser builds a value, so that a body of another shape uses no memory. */
const createShapeCheck = (): { check: (token: Token) => void; startRow: () => void; hasLeads: () => boolean } => {
  let depth = 0;
  let tokens = 0;
  let lastText: unknown = null;
  /** Set after the colon of the body's key `leads`, until its value begins. */
  let isLeadsNext = false;
  let hasLeads = false;
  const check = ({ token, value }: Token): void => {
    tokens += 1;
    if (tokens > tokensPerRow) throw invalidBody();
    if (depth === 0 && token !== TokenType.LEFT_BRACE) throw invalidBody();
    if (isLeadsNext && (token !== TokenType.LEFT_BRACKET || hasLeads)) throw invalidBody();
    hasLeads ||= isLeadsNext;
    isLeadsNext = depth === 1 && token === TokenType.COLON && lastText === 'leads';
    lastText = token === TokenType.STRING ? value : null;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > deepestNesting) throw invalidBody();
  };
  return {
    check,
    startRow: () => {
      tokens = 0;
    },
    hasLeads: () => hasLeads,
  };
};

/**
 * Reads the rows of `{"leads": [row, …]}` in parts, while the body still arrives. Converts values to text. Ignores
 * unknown columns, and keys other than `leads`.
 * @throws AppError 400 for another shape, a value that is too long, or invalid JSON; 413 for too many rows
 */
export async function* readPostedLeads(body: AsyncIterable<Uint8Array>): AsyncGenerator<ImportedContent[]> {
  let rows: ImportedContent[] = [];
  let rowCount = 0;
  let bytes = 0;
  let lastTokenAt = 0;
  const shape = createShapeCheck();
  const tokenizer = new ExactTokenizer();
  const parser = new TokenParser({ paths: ['$.leads.*'], keepStack: false });
  tokenizer.onToken = (token) => {
    lastTokenAt = bytes;
    shape.check(token);
    parser.write(tokenizer.toExact(token));
  };
  parser.onValue = ({ value }) => {
    rowCount += 1;
    if (rowCount > importLimits.rows) throw tooManyRows();
    rows.push(toContent(value));
    shape.startRow();
  };

  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      tokenizer.write(chunk);
      if (bytes - lastTokenAt > bytesPerToken) throw validationError(messages.customLeads.valueTooLong);
      if (rows.length > 0) yield rows;
      rows = [];
    }
    if (!parser.isEnded) throw badJson();
    if (!shape.hasLeads()) throw invalidBody();
  } catch (error) {
    throw isNoJson(error) ? badJson() : error;
  }
}
