/** Explains in one line how findings are made. */
export const HowMade = () => (
  <p className="text-xs text-pretty text-muted">
    Findings are computed from your stored figures by fixed rules: the same figures give the same findings. No language
    model is involved.
  </p>
);
