/** The path of a described call with its parameters filled in. */
export const fillCall = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Add a value for the parameter ${name} of ${path}`);
    return encodeURIComponent(value);
  });
