import { DndContext, MouseSensor, TouchSensor, useDndContext, useSensor, useSensors } from '@dnd-kit/core';
import type { DndContextProps, TouchSensorOptions } from '@dnd-kit/core';
import { useEffect } from 'react';

const mouse = { activationConstraint: { distance: 6 } };
const touch: TouchSensorOptions = {
  // A finger that moves earlier scrolls.
  activationConstraint: { delay: 350, tolerance: 6 },
  // A handle does not scroll, so it drags at once.
  bypassActivationConstraint: ({ activeNode }) => activeNode.activatorNode.current !== null,
};

/** Share of a scrollable element, at each edge, in which the pointer scrolls it. */
const autoScroll = { threshold: { x: 0.12, y: 0.12 }, acceleration: 6 };

const silent = () => undefined;
/** Silences the library: screens announce moves themselves and offer their own keys. */
const accessibility = {
  announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
  screenReaderInstructions: { draggable: '' },
};

/** Keeps the surrounding dialog open when Escape ends a drag. */
const KeepDialogOpen = () => {
  const isDragging = useDndContext().active !== null;
  useEffect(() => {
    if (!isDragging) return undefined;
    const ending = new AbortController();
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') event.preventDefault();
      },
      { capture: true, signal: ending.signal },
    );
    return () => ending.abort();
  }, [isDragging]);
  return null;
};

type DragAreaProps = Pick<DndContextProps, 'collisionDetection' | 'onDragEnd' | 'children'> & {
  /** Whether an element scrolls while the pointer is at its edge. By default every scrollable ancestor scrolls. */
  canScroll?: (part: Element) => boolean;
};

/**
 * Enables dragging by mouse or long press. The children use dnd-kit's `useDraggable`, `useDroppable` and `useSortable`.
 * They must all have the same number of scrollable ancestors, because dnd-kit would otherwise mix up their edges.
 */
export const DragArea = ({ children, canScroll, ...props }: DragAreaProps) => (
  <DndContext
    {...props}
    sensors={useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch))}
    autoScroll={{ ...autoScroll, canScroll }}
    accessibility={accessibility}
  >
    {children}
    <KeepDialogOpen />
  </DndContext>
);
