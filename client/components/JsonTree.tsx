import { JsonView } from 'react-json-view-lite';
import type { Props } from 'react-json-view-lite';

type JsonTreeProps = {
  /** Foreign data; every part of it is shown as text. */
  value: object;
  /** Names the tree. */
  label: string;
};

/** What is open at first: further nodes open on demand, so that a huge value costs nothing. */
const openLevels = 5;

const iconStyles =
  'mr-1 inline-block w-4 cursor-pointer text-center text-muted select-none before:inline-block hover:text-fg';

const styles: Props['style'] = {
  container: 'font-mono text-xs leading-6 wrap-anywhere',
  basicChildStyle: 'pl-4',
  childFieldsContainer: '',
  label: 'mr-1.5 text-muted',
  clickableLabel: 'mr-1.5 cursor-pointer text-muted hover:text-fg',
  nullValue: 'text-muted',
  undefinedValue: 'text-muted',
  numberValue: 'text-warning',
  stringValue: 'text-success',
  booleanValue: 'text-accent-text',
  otherValue: 'text-fg',
  punctuation: 'text-muted',
  expandIcon: `${iconStyles} before:content-['▸']`,
  collapseIcon: `${iconStyles} before:content-['▾']`,
  collapsedContent: "cursor-pointer text-muted after:content-['…']",
  quotesForFieldNames: false,
  ariaLables: { collapseJson: 'Collapse', expandJson: 'Expand' },
};

/** JSON as a tree whose nodes open and close. */
export const JsonTree = ({ value, label }: JsonTreeProps) => (
  <JsonView
    data={value}
    style={styles}
    shouldExpandNode={(level) => level < openLevels}
    clickToExpandNode
    aria-label={label}
  />
);
