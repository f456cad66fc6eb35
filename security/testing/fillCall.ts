/** The path of a described call with values in the place of its parameters. */
export const fillCall = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Say what the parameter ${name} of ${path} should name`);
    return encodeURIComponent(value);
  });
