import { describe, expect, test } from 'vitest';
import { ConversionError, reported } from '../../hosts/reporting.ts';
import { InputError, makeFinding, Report, UsageError } from '../../src/findings/report.ts';
import { SCENE_FINDINGS } from '../../src/scene/findings.ts';

const { SPACE_ASSUMED, SPACE_OF_ROOM } = SCENE_FINDINGS;

/** What a host is told by an action. */
async function told(report: Report, action: () => Promise<unknown>): Promise<{ lines: string[]; error?: unknown }> {
	const lines: string[] = [];
	const log = {
		info: (message: string) => void lines.push(`info ${message}`),
		warn: (message: string) => void lines.push(`warn ${message}`),
	};
	const error = await reported('quay.glb', report, log, 'host', action).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	return { lines, ...(error === undefined ? {} : { error }) };
}

describe('what a host tells of an action', () => {
	test('is what the action has found, and of what was too much to keep the number', async () => {
		const report = new Report({ keep: 1 });
		report.add(SPACE_ASSUMED, { room: 'before' }, {});
		const { lines, error } = await told(report, async () => {
			for (let i = 0; i < 4; i++) report.add(SPACE_OF_ROOM, { room: 'hall' }, {});
		});
		expect(error).toBeUndefined();
		expect(lines).toEqual([
			expect.stringMatching(/^warn room hall: The room lies about its model's origin.*\[SPACE_OF_ROOM\]\n {2}/),
			'warn room hall: 3 more of SPACE_OF_ROOM, 4 in all',
		]);
		const quiet = await told(report, async () => undefined);
		expect(quiet.lines).toEqual([]);
	});

	test('is reported, too, where the action fails for a reason that nobody foresaw, but not where it was used wrongly', async () => {
		const failing = async (fault: Error): Promise<string[]> => {
			const report = new Report();
			const { lines, error } = await told(report, async () => {
				report.add(SPACE_OF_ROOM, {}, {});
				throw fault;
			});
			expect(error).toBe(fault);
			return lines;
		};
		expect(await failing(new TypeError('x'))).toHaveLength(1);
		expect(await failing(new UsageError('no such option'))).toEqual([]);
	});

	test('holds no errors: these are thrown together', async () => {
		const report = new Report({ strict: true });
		const fatal = makeFinding({ ...SPACE_ASSUMED, code: 'SPACE_ASSUMED', severity: 'fatal' }, {}, {});
		const { lines, error } = await told(report, async () => {
			report.add(SPACE_OF_ROOM, {}, {});
			throw new InputError(fatal);
		});
		expect(lines).toEqual([]);
		expect(error).toBeInstanceOf(ConversionError);
		expect((error as ConversionError).findings.map(({ code }) => code)).toEqual(['SPACE_OF_ROOM', 'SPACE_ASSUMED']);
		expect((error as Error).message).toMatch(/^quay\.glb: nothing was written\.\n/);
	});
});
