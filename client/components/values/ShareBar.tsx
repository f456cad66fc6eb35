/** A share as a bar in the color of its text. Decorative: the number is next to it. */
export const ShareBar = ({ share }: { share: number }) => (
  <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-hover">
    <span
      style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }}
      className="block h-full min-w-0.5 rounded-full bg-current"
    />
  </span>
);
