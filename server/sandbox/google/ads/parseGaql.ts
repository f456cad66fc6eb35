import { queryError } from './adsError.ts';

const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof comparisons)[number];

export type Condition = {
  field: string;
  operator: Comparison | 'IN' | 'NOT IN' | 'BETWEEN' | 'DURING';
  /** One value, two for BETWEEN, any number for IN. Text has no quotes. */
  values: string[];
};

export type GaqlQuery = {
  fields: string[];
  resource: string;
  conditions: Condition[];
  orderBy: { field: string; descending: boolean }[];
  limit?: number;
};

type Token = { kind: 'word' | 'text' | 'symbol'; value: string };

const tokenPattern = /\s*(?:'([^'\n]*)'|"([^"\n]*)"|([A-Za-z_][\w.]*|\d[\w.-]*)|(!=|<=|>=|[=<>(),]))/y;

const unexpected = (token: Token): Error =>
  queryError('UNEXPECTED_INPUT', `Error in query: unexpected input ${token.value}.`);

const tokenize = (text: string): Token[] => {
  const query = text.trim();
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < query.length) {
    const start = tokenPattern.lastIndex;
    const match = tokenPattern.exec(query);
    if (!match) {
      const code = /^\s*'[^'\n]*\n/.test(query.slice(start)) ? 'PROHIBITED_NEWLINE_IN_STRING' : 'UNEXPECTED_INPUT';
      throw queryError(code, `Error in query: unexpected input ${query.slice(start).trim().slice(0, 20)}.`);
    }
    const [, single, double, word, symbol] = match;
    if (single !== undefined || double !== undefined) tokens.push({ kind: 'text', value: single ?? double ?? '' });
    else if (word !== undefined) tokens.push({ kind: 'word', value: word });
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', value: symbol });
  }
  return tokens;
};

/** Parses a Google Ads query. @throws the API's `queryError` for invalid queries */
export const parseGaql = (text: string): GaqlQuery => {
  const tokens = tokenize(text);
  let position = 0;

  const peekKeyword = (): string => {
    const token = tokens[position];
    return token?.kind === 'word' ? token.value.toUpperCase() : '';
  };
  const next = (): Token => {
    const token = tokens[position];
    if (!token) throw queryError('UNEXPECTED_END_OF_QUERY', 'Error in query: unexpected end of query.');
    position += 1;
    return token;
  };
  const acceptKeyword = (keyword: string): boolean => {
    if (peekKeyword() !== keyword) return false;
    position += 1;
    return true;
  };
  const expectKeyword = (keyword: string): void => {
    const token = next();
    if (token.kind !== 'word' || token.value.toUpperCase() !== keyword) throw unexpected(token);
  };
  const acceptSymbol = (symbol: string): boolean => {
    const token = tokens[position];
    if (token?.kind !== 'symbol' || token.value !== symbol) return false;
    position += 1;
    return true;
  };
  const expectWord = (): string => {
    const token = next();
    if (token.kind !== 'word') throw unexpected(token);
    return token.value;
  };
  const expectValue = (): string => {
    const token = next();
    if (token.kind === 'symbol') throw unexpected(token);
    return token.value;
  };
  const listOf = <Item>(read: () => Item): Item[] => {
    const items = [read()];
    while (acceptSymbol(',')) items.push(read());
    return items;
  };
  const valueList = (): string[] => {
    if (!acceptSymbol('(')) throw unexpected(next());
    const values = listOf(expectValue);
    if (!acceptSymbol(')')) throw unexpected(next());
    return values;
  };
  const condition = (): Condition => {
    const field = expectWord();
    const operator = next();
    const name = operator.value.toUpperCase();
    if (operator.kind === 'symbol') {
      const comparison = comparisons.find((each) => each === name);
      if (!comparison) throw unexpected(operator);
      return { field, operator: comparison, values: [expectValue()] };
    }
    if (name === 'IN') return { field, operator: 'IN', values: valueList() };
    if (name === 'NOT') {
      expectKeyword('IN');
      return { field, operator: 'NOT IN', values: valueList() };
    }
    if (name === 'DURING') return { field, operator: 'DURING', values: [expectWord()] };
    if (name !== 'BETWEEN') throw unexpected(operator);
    const from = expectValue();
    expectKeyword('AND');
    return { field, operator: 'BETWEEN', values: [from, expectValue()] };
  };

  expectKeyword('SELECT');
  const query: GaqlQuery = { fields: listOf(expectWord), resource: '', conditions: [], orderBy: [] };
  expectKeyword('FROM');
  query.resource = expectWord();
  if (acceptKeyword('WHERE')) {
    query.conditions.push(condition());
    while (acceptKeyword('AND')) query.conditions.push(condition());
  }
  if (acceptKeyword('ORDER')) {
    expectKeyword('BY');
    query.orderBy = listOf(() => {
      const field = expectWord();
      const descending = acceptKeyword('DESC');
      if (!descending) acceptKeyword('ASC');
      return { field, descending };
    });
  }
  if (acceptKeyword('LIMIT')) {
    const limit = expectValue();
    if (!/^[1-9]\d*$/.test(limit)) throw queryError('INVALID_LIMIT', `Invalid limit: ${limit}.`);
    query.limit = Number(limit);
  }
  const rest = tokens[position];
  if (rest) throw unexpected(rest);
  return query;
};
