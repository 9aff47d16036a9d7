import { describe, expect, it } from 'vitest';
import { svgExporter } from '../../../pictures/svg/index.ts';
import { Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { EAST, rectangle, withTransitions } from '../../support/levels.ts';

describe('svgExporter', () => {
	const walkmesh = { ...withTransitions(rectangle(0, 0, 9, 9), { [EAST]: 0 }), name: 'Hall' };
	const write = async (roomNames?: readonly string[]): Promise<string> => {
		const context = { report: new Report(), surfaces: K1, output: 'plan.svg' };
		const names = roomNames === undefined ? {} : { roomNames };
		const bytes = await svgExporter.write([{ walkmesh }], {}, { ...context, ...names });
		return new TextDecoder().decode(bytes);
	};

	it('numbers rooms by the layout', async () => {
		const svg = await write(['yard', 'hall']);
		expect(svg).toContain('>1</tspan> Hall<');
		expect(svg).toContain('>0 yard<');
	});

	it('gives no number where there is no layout', async () => {
		const svg = await write();
		expect(svg).not.toContain('<tspan');
		expect(svg).toContain('>Hall<');
	});
});
