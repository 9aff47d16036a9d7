import { describe, expect, test } from 'vitest';
import { printFindingsByRoom } from '../../cli/shared/findings.ts';
import type { Terminal } from '../../cli/shared/terminal.ts';
import { defineFindings, Report } from '../../src/findings/report.ts';

const FINDINGS = defineFindings({
	EDGE_TORN: { severity: 'warning', message: () => 'The edge is torn.', help: 'Weld it.' },
	ROOM_LOST: { severity: 'error', message: () => 'The room is lost.', help: 'Link it.' },
	NAME_UNKNOWN: {
		severity: 'error',
		message: ({ name }: { name: string }) => `"${name}" is not known.`,
		help: 'Say what it is.',
		actions: ({ name }: { name: string }) => [{ option: 'surface', value: { [name]: 'Stone' } }],
	},
	ODD: { severity: 'info', message: () => 'Odd.', help: 'Fine.' },
});

function printed(report: Report, verbose = false): string[] {
	const lines: string[] = [];
	const add = (line: string): void => void lines.push(line);
	const terminal = {
		note: add,
		problem: add,
		paint: (_: unknown, text: string) => text,
		verbose,
		flagOwner: () => '',
	} as unknown as Terminal;
	printFindingsByRoom(report, terminal);
	return lines;
}

describe('findings by room', () => {
	const report = new Report();
	report.add(FINDINGS.ODD, { room: 'a' });
	for (let i = 0; i < 12; i++) report.add(FINDINGS.EDGE_TORN, { room: 'a', file: 'a.wok', at: [i, 0, 0] });
	report.add(FINDINGS.EDGE_TORN, { room: 'c', otherRoom: 'b', at: [1, 2, 3] });
	report.add(FINDINGS.ROOM_LOST, { room: 'd', face: 7 });

	test('stand with the worst room first, ten places a code, and the total', () => {
		expect(printed(report)).toEqual([
			'1 note (-v shows it): ODD',
			'room d: 1 error',
			'  face 7: error: The room is lost. [ROOM_LOST]',
			'    Link it.',
			'room a (a.wok): 12 warnings',
			'  at 0 0 0: warning: The edge is torn. [EDGE_TORN]',
			`    12 in all, also ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((x) => `at ${x} 0 0`).join('; ')}; … (-v shows all)`,
			'    Weld it.',
			'rooms b and c: 1 warning',
			'  room c, at 1 2 3: warning: The edge is torn. [EDGE_TORN]',
		]);
	});

	test('advise of all names that they are about, and tell each location once', () => {
		const named = new Report();
		for (const [name, node] of Object.entries({ Floor: 'hall', Wall: 'hall', Lid: 'crate' }))
			named.add(FINDINGS.NAME_UNKNOWN, { file: 'a.glb', node }, { name });
		expect(printed(named)).toEqual([
			'a.glb: 3 errors',
			'  node "hall": error: "Floor" is not known. [NAME_UNKNOWN]',
			'    3 in all, also node "crate"; … (-v shows all)',
			'    Say what it is. Add --surface "Floor=Stone" --surface "Wall=Stone" --surface "Lid=Stone".',
		]);
	});

	test('are all there when asked for', () => {
		const lines = printed(report, true);
		expect(lines.filter((line) => line.endsWith('[EDGE_TORN]'))).toHaveLength(13);
		expect(lines).toContain('  note: Odd. [ODD]');
	});

	test('name no more than thirty rooms', () => {
		const many = new Report();
		for (let room = 0; room < 33; room++) many.add(FINDINGS.EDGE_TORN, { room: `r${room}` });
		expect(printed(many).at(-1)).toBe('3 more rooms with 3 findings (-v shows them)');
		expect(printed(many, true)).toHaveLength(33 * 2 + 1);
	});
});
