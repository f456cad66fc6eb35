import { useState } from 'react';

type NodeProps = {
  /** The key or index under which it stands; the root has none. */
  name?: string;
  value: unknown;
  level: number;
};

/** What is open at first: further nodes open on demand, so that a huge value costs nothing. */
const openLevels = 5;

const Name = ({ name }: Pick<NodeProps, 'name'>) =>
  name !== undefined && <span className="mr-1.5 text-muted">{name}:</span>;

const tones: Partial<Record<string, string>> = {
  string: 'text-success',
  number: 'text-warning',
  boolean: 'text-accent-text',
};

const Leaf = ({ name, value }: Omit<NodeProps, 'level'>) => (
  <li>
    <Name name={name} />
    <span className={tones[typeof value] ?? 'text-muted'}>{JSON.stringify(value)}</span>
  </li>
);

const Branch = ({ name, value, level }: NodeProps & { value: object }) => {
  const [isOpen, setIsOpen] = useState(level < openLevels);
  const [first, last] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const children = Object.entries(value);
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="w-fit cursor-pointer rounded-sm marker:text-muted">
          <Name name={name} />
          <span className="text-muted">{isOpen ? first : `${first}…${last}`}</span>
        </summary>
        {isOpen && (
          <>
            <ul className="pl-4">
              {children.map(([key, child]) => (
                <Node key={key} name={Array.isArray(value) ? undefined : key} value={child} level={level + 1} />
              ))}
            </ul>
            <span className="text-muted">{last}</span>
          </>
        )}
      </details>
    </li>
  );
};

const Node = ({ value, ...rest }: NodeProps) =>
  typeof value === 'object' && value !== null ? <Branch {...rest} value={value} /> : <Leaf {...rest} value={value} />;

type JsonTreeProps = {
  /** Foreign data; every part of it is shown as text. */
  value: object;
  /** Names the tree. */
  label: string;
};

/** JSON as a tree whose nodes open and close, with the browser's own means. */
export const JsonTree = ({ value, label }: JsonTreeProps) => (
  <ul aria-label={label} className="font-mono text-xs leading-6 wrap-anywhere">
    <Node value={value} level={0} />
  </ul>
);
