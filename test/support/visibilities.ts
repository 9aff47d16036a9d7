import fc from 'fast-check';
import type { Visibility } from '../../src/model/level.ts';
import { modelName } from './layouts.ts';

const sameName = (name: string): string => name.toLowerCase();

/** Visibility files as a program may make them: no room and no name within a room stands twice. */
export const visibilities: fc.Arbitrary<Visibility> = fc.record({
	entries: fc.uniqueArray(
		fc.record({
			room: modelName,
			visible: fc.uniqueArray(modelName, { maxLength: 5, selector: sameName }),
		}),
		{ maxLength: 6, selector: (entry) => sameName(entry.room) },
	),
});
