type Member = { id: string; name: string };

/** Whom a lead can be assigned to. The first choice, with an empty value, is nobody. */
export const assigneeChoices = (members: readonly Member[], ownId: string) => [
  { value: '', label: 'Nobody' },
  ...members.map(({ id, name }) => ({ value: id, label: id === ownId ? `${name} (you)` : name })),
];
