import { expect, test } from 'vitest';
import { writeWalkmesh } from '../../pipeline/bytes.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { rectangle } from '../support/levels.ts';
import { merged } from '../support/own-floors.ts';
import { checkSources } from '../support/planted-level.ts';

test.each([
	[-0.1, true],
	[0.1, false],
])('ground across a strip %f m from the threshold is a warning: %s', async (off, isFound) => {
	const gap = THRESHOLDS.strip + off;
	const bytes = writeWalkmesh(merged(rectangle(0, 0, 10, 4), rectangle(10 + gap, 0, 10, 4)));
	const source = bytesSource(bytes, 'room.wok');
	const found = await checkSources({ source, roomFiles: { looked: 'memory', find: async () => undefined } });
	expect(found.some(({ code, severity }) => code === 'GROUND_UNREACHED' && severity === 'warning')).toBe(isFound);
});
