export type Instruction = { name: string; args: string };

export type Stage = {
  /** What FROM names: an image, or an earlier stage. */
  from: string;
  name: string | null;
  instructions: Instruction[];
};

/** The instructions of a Dockerfile by stage; lines that go on are joined. Here-documents are not understood. */
export const parseDockerfile = (text: string): Stage[] => {
  const withoutComments = text.replaceAll(/^\s*#.*\n?/gm, '');
  const lines = withoutComments.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/);
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name, args] = /^\s*([A-Za-z]+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (!name || args === undefined) continue;
    const stage = /^(?:--\S+\s+)*(\S+)(?:\s+as\s+(\S+))?$/i.exec(args);
    if (name.toUpperCase() === 'FROM' && stage?.[1])
      stages.push({ from: stage[1], name: stage[2] ?? null, instructions: [] });
    else stages.at(-1)?.instructions.push({ name: name.toUpperCase(), args });
  }
  return stages;
};
