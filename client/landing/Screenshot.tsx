/** Addresses of a picture, 2400 by 1500 pixels, and of a copy with half of them. */
type Picture = { large: string; small: string };

/** Which part of the picture is shown: on phones the middle in any case, large enough to be read. */
const cuts = {
  whole: 'sm:ml-0 sm:w-full',
  // Without the sidebar.
  content: 'sm:-ml-[27.7%] sm:w-[127.7%]',
} as const;

const filesOf = ({ large, small }: Picture) => ({ src: large, srcSet: `${small} 1200w, ${large} 2400w` });

/**
 * A picture of the product, in the theme of the page: as the one that does not suit is not displayed, browsers do not load
 * it either, until the theme changes (`loading="lazy"`).
 */
export const Screenshot = ({
  light,
  dark,
  alt,
  cut,
  className,
}: {
  light: Picture;
  dark: Picture;
  alt: string;
  cut: keyof typeof cuts;
  className: string;
}) => {
  const image = {
    width: 1200,
    height: 750,
    loading: 'lazy',
    decoding: 'async',
    // Less than is shown on phones, where the small copy is sharp enough at three device pixels too.
    sizes: '(width < 40rem) 100vw, 69rem',
  } as const;
  const shape = `-ml-[41%] h-auto w-[190%] max-w-none ${cuts[cut]}`;
  return (
    <div className={`overflow-hidden ${className}`}>
      <img {...image} {...filesOf(light)} alt={alt} className={`${shape} dark:hidden`} />
      <img {...image} {...filesOf(dark)} alt={alt} className={`${shape} hidden dark:block`} />
    </div>
  );
};
