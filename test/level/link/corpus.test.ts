import { describe, expect, it } from 'vitest';
import { checkLevel } from '../../../check/level.ts';
import { decodeBwm } from '../../../importers/bwm/decode.ts';
import { walkmeshFromBwm } from '../../../src/bwm/derive.ts';
import { Report } from '../../../src/findings/report.ts';
import type { Level } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { conformRooms } from '../../../src/seams/conform.ts';
import { linkRooms } from '../../../src/seams/link.ts';
import { corpusFiles, corpusPresent } from '../../support/corpus.ts';
import { link } from '../../support/level-work.ts';
import { erased, levelOf, transitionsOf } from '../../support/levels.ts';

/** Four rooms of one area of the game, by their index in its layout. */
const INDICES: Readonly<Record<string, number>> = { m10aa_06a: 0, m10aa_05a: 3, m10aa_01c: 6, m10aa_03a: 7 };

function readLevel(): Level {
	const meshes: (Walkmesh | undefined)[] = Array.from({ length: 17 }, () => undefined);
	for (const { name, bytes } of corpusFiles('rooms', '.wok')) {
		const room = name.replace(/^.*\/|\.wok$/g, '');
		const report = new Report();
		if (room in INDICES) meshes[INDICES[room]] = walkmeshFromBwm(decodeBwm(bytes, report), { name: room }, report);
	}
	return levelOf(...meshes);
}

describe.skipIf(!corpusPresent)('four rooms of the game', () => {
	const level = corpusPresent ? readLevel() : levelOf();
	const present = new Set(Object.values(INDICES));
	/** The game's own links between rooms that are here. */
	const own = transitionsOf(level).filter((line) => present.has(Number(line.split(' ').at(-1))));

	it(`are here: ${level.rooms.filter((room) => room.walkmesh !== undefined).length} of 4`, () => {
		expect(level.rooms.filter((room) => room.walkmesh !== undefined)).toHaveLength(4);
		expect(own).toHaveLength(8);
	});

	it('are linked as the game links them once the transitions are erased', () => {
		const { level: linked, links, moved } = link(erased(level));
		expect(transitionsOf(linked)).toEqual(own);
		expect(links.map(({ distance, exact }) => [distance, exact])).toEqual(Array.from({ length: 4 }, () => [0, true]));
		expect(moved).toEqual([]);
	});

	it('are linked no otherwise when edges may be 0.1 m apart', () => {
		expect(transitionsOf(linkRooms(erased(level), K1, { snap: 0.1 }).level)).toEqual(own);
	});

	it('keep their own transitions, those to rooms that are elsewhere too', () => {
		const result = link(level);
		expect(result.level).toBe(level);
		expect(result.unconfirmed.every(({ to }) => !present.has(Number(to)))).toBe(true);
	});

	it('need no cuts', () => {
		expect(conformRooms(level, K1)).toBe(level);
	});

	it('have nothing wrong between them but the rooms that are not here, and a low lintel; the rest are notes', () => {
		const report = new Report();
		checkLevel(level, K1, report);
		const loud = report.findings.filter(({ severity }) => severity !== 'info');
		expect([...new Set(loud.map(({ code }) => code))]).toEqual(['LINK_WITHOUT_GROUND', 'HEADROOM_LOW']);
		expect(report.total('info')).toBeLessThanOrEqual(3);
	});
});
