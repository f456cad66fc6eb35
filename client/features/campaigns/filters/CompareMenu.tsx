import { Check, ChevronDown, GitCompareArrows } from 'lucide-react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Menu, menuItemStyles } from '#client/components/overlays/Menu.tsx';
import { comparisons } from '#shared/campaigns.ts';
import type { Comparison } from '#shared/campaigns.ts';
import { comparisonLabels } from '../words.ts';

type CompareMenuProps = { selected: Comparison | null; onSelect: (comparison: Comparison | null) => void };

/** Selects the comparison range. */
export const CompareMenu = ({ selected, onSelect }: CompareMenuProps) => {
  const labelOf = (comparison: Comparison | null): string =>
    comparison === null ? 'No comparison' : comparisonLabels[comparison];
  return (
    <Menu
      label={`Compare: ${labelOf(selected)}`}
      triggerClassName={buttonStyles({})}
      className="left-0 w-56"
      trigger={
        <>
          <GitCompareArrows aria-hidden="true" className="-ml-0.5 size-4" />
          {selected === null ? 'Compare' : labelOf(selected)}
          <ChevronDown aria-hidden="true" className="-mr-1 size-4 text-muted" />
        </>
      }
    >
      {(close) =>
        [null, ...comparisons].map((comparison) => (
          <button
            key={comparison}
            type="button"
            aria-pressed={comparison === selected}
            className={menuItemStyles}
            onClick={() => {
              close();
              onSelect(comparison);
            }}
          >
            <Check aria-hidden="true" className={comparison === selected ? undefined : 'invisible'} />
            {labelOf(comparison)}
          </button>
        ))
      }
    </Menu>
  );
};
