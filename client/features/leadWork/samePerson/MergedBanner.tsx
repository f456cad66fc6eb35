import { Banner } from '#client/components/states/Banner.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';

/** Shown on a lead that was merged into another one. */
export const MergedBanner = ({ into, onMove }: { into: string; onMove: (id: string) => void }) => (
  <div className="p-4 pb-0">
    <Banner>
      This lead is part of another lead.{' '}
      <button type="button" className={linkStyles} onClick={() => onMove(into)}>
        Open that lead
      </button>
    </Banner>
  </div>
);
