import { expect, test } from 'vitest';
import { entryOfIfo, newIfo } from '../../game/area/area-resources.ts';

test('where the player enters is that of the area he enters, in any letter case', () => {
	const ifo = newIfo('M01aa', { position: [1.5, -2, 3], direction: [0, 1] });
	expect(entryOfIfo(ifo, 'm01AA')).toEqual([1.5, -2, 3]);
	expect(entryOfIfo(ifo, 'm01ab')).toBeUndefined();
});
