import { useEffect, useEffectEvent, useState } from 'react';

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/**
 * Accepts a file dropped anywhere on the page. Without this, a drop beside the target would replace the app with the
 * file.
 *
 * @returns whether a file is being dragged over the page
 */
export const useFileDrop = (onFile: (file: File) => void): boolean => {
  const [isHovering, setIsHovering] = useState(false);
  const handleDrop = useEffectEvent((event: DragEvent): void => {
    const file = event.dataTransfer?.files[0];
    if (file && !document.querySelector('dialog[open]')) onFile(file);
  });
  useEffect(() => {
    const leaving = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void): void =>
      document.addEventListener(type, handle, { signal: leaving.signal });
    listen('dragover', (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setIsHovering(true);
    });
    listen('dragleave', (event) => {
      // The event also fires between elements. Only a missing target means that the file left the page.
      if (event.relatedTarget === null) setIsHovering(false);
    });
    listen('drop', (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setIsHovering(false);
      handleDrop(event);
    });
    return () => leaving.abort();
  }, []);
  return isHovering;
};
