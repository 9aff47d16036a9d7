import type { EFFORT_OPTIONS } from '../../level/query/effort.ts';
import { counted, decimal, decimals } from '../../src/text/numbers.ts';
import { type levelInputOptions, readLevelInput } from '../shared/level-input.ts';
import type { Session } from '../shared/session.ts';

type KitSession = Session<typeof EFFORT_OPTIONS & ReturnType<typeof levelInputOptions>>;

/** `wokflow assemble --list ROOMS`: the rooms of a kit with their doorways. */
export async function listKit(session: KitSession): Promise<number | undefined> {
	const { context, report, terminal } = session;
	const [{ kitRooms }, { level }] = await Promise.all([
		import('../../jobs/level/kit.ts'),
		readLevelInput(session, session.words),
	]);
	const rooms = kitRooms(level, context.surfaces, report, session.options.maxSteps);
	if (session.wantsJson) {
		session.json({
			rooms: rooms.map(({ name, doorways }) => ({
				name,
				doorways: doorways.map(({ middle, height, ...doorway }) => ({
					...doorway,
					at: middle,
					height: height ?? null,
				})),
			})),
		});
		return undefined;
	}
	for (const { name, doorways } of rooms) {
		terminal.result(`${name}: ${counted(doorways.length, 'doorway')}`);
		for (const { number, width, height, middle, bearing, by } of doorways) {
			const above = height === undefined ? 'open above' : `${decimal(height, 2)} m high`;
			const at = decimals(middle);
			terminal.result(
				`  ${number}  ${decimal(width, 3)} m wide, ${above}, at ${at}, bearing ${decimal(bearing, 1)}° (${by})`,
			);
		}
	}
	return undefined;
}
