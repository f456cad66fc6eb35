import { useState } from 'react';

type NodeProps = {
  /** Key or index in the parent. Missing for the root. */
  name?: string;
  value: unknown;
  level: number;
};

/** Levels that start open. Deeper nodes render on demand, so that a huge value stays cheap. */
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
  /** Untrusted data: every part is rendered as text. */
  value: object;
  /** Accessible name. */
  label: string;
};

/** JSON as a tree of native `details` elements. */
export const JsonTree = ({ value, label }: JsonTreeProps) => (
  <ul aria-label={label} className="font-mono text-xs leading-6 wrap-anywhere">
    <Node value={value} level={0} />
  </ul>
);
