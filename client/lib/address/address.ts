/*
 * Each screen declares its query once, as an object of parameters by name. Screens read and change the query with
 * `useAddress`, links use `addressOf`, and saved views store the same parameters.
 */

/** One parameter of a query. */
export type Param<Value> = {
  /** @returns the default for an empty or invalid text */
  read(text: string): Value;
  /** @returns an empty text for the default, which the address leaves out */
  write(value: Value): string;
  /** Saved views leave the parameter out. A `place`, such as a tab, stays when another view is shown. */
  scope?: 'moment' | 'place';
};

/** The parameters of a screen. */
export type Params<Values> = { readonly [Name in keyof Values]: Param<Values[Name]> };

export type ValuesOf<Declared> = Declared extends Params<infer Values> ? Values : never;

export const readParams = <Values>(declared: Params<Values>, query: URLSearchParams | string): Values => {
  const texts = new URLSearchParams(query);
  const entries = Object.entries<Param<unknown>>(declared);
  return Object.fromEntries(entries.map(([name, param]) => [name, param.read(texts.get(name) ?? '')])) as Values;
};

/** Writes the declared values to the query. Other parameters of the query stay. */
export const writeParams = <Values>(
  declared: Params<Values>,
  values: Partial<Values>,
  query = new URLSearchParams(),
): URLSearchParams => {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    const text = (declared as Record<string, Param<unknown>>)[name]?.write(value) ?? '';
    if (text === '') next.delete(name);
    else next.set(name, text);
  }
  return next;
};

/** The declared values as texts, without defaults. */
export const textsOf = <Values>(declared: Params<Values>, values: Partial<Values>) =>
  Object.fromEntries(writeParams(declared, values));

/** The address of a screen that shows these values. Values after `#` never reach a server. */
export const addressOf = <Values>(
  path: string,
  declared: Params<Values>,
  values: Partial<Values>,
  mark = '?',
): string => [path, writeParams(declared, values).toString()].filter((part) => part !== '').join(mark);
