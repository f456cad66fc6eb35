import * as fc from 'fast-check';
import type { DescribedCall, Schema } from './describedCalls.ts';
import { ownKey } from './payloads.ts';

const nested = (depth: number): unknown => {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const unpleasantTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud83d',
  '\u202e\u2066\ufeff',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  '%',
  '\\',
  '${jndi:ldap://canary.test}',
  '../../etc/passwd',
  'NaN',
  '-0',
  '1e999',
  '99999999999999999999',
  '0x7fffffff',
  '2026-02-30',
  '275760-09-13',
  '0000-00-00',
  'x'.repeat(300),
  'é'.repeat(20_000),
];
const text = fc.oneof(fc.constantFrom(...unpleasantTexts), fc.string({ unit: 'binary', maxLength: 60 }));

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { $ne: 1 }, { length: 1e9 }, { toJSON: 1 }),
  fc.constantFrom<unknown>(0, -0, -1, 0.1, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 31, Number.MIN_SAFE_INTEGER),
  fc.constantFrom<unknown>(ownKey('__proto__', { polluted: 'yes' }), {
    constructor: { prototype: { polluted: 'yes' } },
  }),
  fc.constantFrom(
    nested(40),
    nested(3_000),
    Array.from({ length: 2_000 }, () => 0),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Mostly valid values for the schema. Any part may be invalid. */
const nearly = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostile });

const textOf = ({ pattern, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> => {
  const plain = fc.string({ unit: 'binary', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 100)) });
  const typical = [
    fc.constantFrom('ada@example.test', '2026-11-20', '1', '123456', 'act_1', 'a name', 'x'.repeat(maxLength)),
    text,
    plain,
  ];
  // fast-check generates no texts for patterns that look ahead. `typical` has some.
  const isSimple = pattern !== undefined && !pattern.includes('(?!');
  return isSimple ? fc.oneof(fc.stringMatching(new RegExp(pattern, 'u')), ...typical) : fc.oneof(...typical);
};

const recordOf = ({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> => {
  const known = fc.record(Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, nearly(part)])), {
    requiredKeys: required,
  });
  const foreign = typeof additionalProperties === 'object' ? nearly(additionalProperties) : hostile;
  const more = fc.array(fc.tuple(text, foreign), { maxLength: 3 });
  return fc
    .tuple(known, fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: more }))
    .map(([own, added]) => Object.fromEntries([...Object.entries(own), ...added]));
};

const fitting = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(nearly));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => nearly({ ...schema, type })));
  switch (schema.type) {
    case 'object':
      return recordOf(schema);
    case 'array':
      return fc.array(schema.items ? nearly(schema.items) : hostile, { minLength: schema.minItems ?? 0, maxLength: 5 });
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 200 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return hostile;
  }
};

/** JSON that is valid or almost valid for the schema, and sometimes invalid JSON. */
const bodyOf = (schema: Schema | null): fc.Arbitrary<string | undefined> => {
  const json = (schema ? nearly(schema) : hostile).map((value) => JSON.stringify(value));
  const noJson = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('', '{', '[1,', '{"a":1,"a":2}', '"x"', '1e999'),
  );
  const none = { weight: schema ? 1 : 8, arbitrary: fc.constant(undefined) };
  return fc.oneof({ weight: 14, arbitrary: json }, { weight: 1, arbitrary: noJson }, none);
};

/** Node itself refuses longer URLs. */
const longestInAddress = 500;
const inAddress = (value: string): string => encodeURIComponent(value.slice(0, longestInAddress).toWellFormed());

const escaped = fc.oneof(
  { weight: 3, arbitrary: text.map((value) => inAddress(value)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%', '%zz', '%ff', '%00', '%c0%ae', '%ed%a0%80', '[]', '[a]', 'a=b', '%2e%2e%2f'),
  },
);

const queryOf = (parameters: DescribedCall['query']): fc.Arbitrary<string> => {
  const names = [...parameters.map(({ name }) => name), '__proto__', 'page', 'search[]', 'limit[$gt]'];
  const given = parameters.map((parameter) =>
    fc.tuple(
      fc.constant(parameter.name),
      textOf(parameter.schema).map((value) => inAddress(value)),
    ),
  );
  // Any parameter, any number of times.
  const pair = fc.oneof(...given, fc.tuple(fc.constantFrom(...names), escaped));
  return fc.array(pair, { maxLength: 5 }).map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
};

const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 300,
});
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc
  .record(
    {
      'idempotency-key': fc.oneof(headerText, fc.constantFrom('a', 'a', '{}', '__proto__')),
      'x-export-ref': fc.oneof(headerText, fc.constantFrom('google:1', 'rows:1', 'google:', ':', '__proto__:1')),
      'content-type': fc.constantFrom(
        'text/plain',
        'application/json;charset=utf-7',
        'application/x-www-form-urlencoded',
        ';',
      ),
      'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x'),
      'x-request-id': headerText,
      accept: headerText,
      range: fc.constantFrom('bytes=0-', 'bytes=9-1'),
      'x-http-method-override': fc.constantFrom('DELETE', 'TRACE'),
      cookie: headerText,
      'accept-language': headerText,
    },
    { requiredKeys: [] },
  )
  // Most requests have only one or two invalid parts, so that they get past the first check.
  .chain((all) =>
    fc
      .subarray(Object.entries(all), { maxLength: Math.min(2, Object.keys(all).length) })
      .map((some) => Object.fromEntries(some)),
  );

const knownIds = ['google', '1', '0123456789abcdef01234567', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];

type HostileRequest = { method: string; path: string; headers: Record<string, string>; body?: string };

/** Requests for a call that are valid, almost valid, or invalid. */
export const hostileRequestsFor = ({
  method,
  path,
  pathNames,
  query,
  body,
}: DescribedCall): fc.Arbitrary<HostileRequest> =>
  fc
    .record({
      places: fc.array(
        fc.oneof(
          fc.constantFrom(...knownIds),
          escaped.filter((value) => value !== ''),
        ),
        {
          minLength: pathNames.length,
          maxLength: pathNames.length,
        },
      ),
      search: queryOf(query),
      headers: oddHeaders,
      body: method === 'GET' ? fc.constant(undefined) : bodyOf(body),
    })
    .map(({ places, search, headers, ...rest }) => ({
      method,
      path: `${pathNames.reduce((filled, name, index) => filled.replace(`{${name}}`, () => places[index] ?? ''), path)}?${search}`,
      headers: { 'content-type': 'application/json', ...headers },
      body: rest.body,
    }));
