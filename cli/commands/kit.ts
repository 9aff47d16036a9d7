import { EFFORT_OPTIONS } from '../../level/query/effort.ts';
import { counted, decimal, decimals } from '../../src/text/numbers.ts';
import { declareCommand } from '../shared/command.ts';
import { levelInputOptions, readLevelInput } from '../shared/level-input.ts';
import { extensionList } from '../shared/terminal.ts';

export const kitCommand = declareCommand({
	name: 'kit',
	summary: 'list the rooms of a kit with their doorways: number, width, height, position, bearing',
	words: ({ layouts }) => ({
		'<inputs...>': `a folder of rooms, a layout (${extensionList(layouts)}) with its rooms, a module, walkmeshes, or a scene`,
	}),
	options: (registry) => ({ ...levelInputOptions(registry), ...EFFORT_OPTIONS }),
	help: `Examples:
  wokflow kit kits/sith/
  wokflow kit m01aa.lyt --json

A doorway is a straight run of open edges with a transition, whatever room it names; where a room has none, what lies at the door hooks of its layout; else openings between walls; else its outermost edges. Positions are those of the room about its own origin. assemble puts rooms against each other by these numbers.`,
	async run(session) {
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
	},
});
