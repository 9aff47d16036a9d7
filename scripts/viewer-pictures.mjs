// Takes the pictures that README and the docs show, of our own fixtures: of the page in the system's Chromium, and of an inspection file in Blender where
// there is one. `npm run build && npm run pictures [NAME...]`
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wokflow-pictures-'));
const at = (name) => join(folder, name);
const wokflow = (...words) =>
	execFileSync(process.execPath, [`${root}dist/cli.cjs`, ...words, '-q', '--force'], { cwd: folder });

/** A scene in text: each room an object, its floor a grid of squares, and walls around it but for gaps. */
function scene(rooms) {
	const lines = [];
	let vertices = 0;
	const polygon = (points) => {
		for (const [x, y, z] of points) lines.push(`v ${x} ${z} ${-y}`);
		lines.push(`f ${points.map((_, i) => vertices + i + 1).join(' ')}`);
		vertices += points.length;
	};
	for (const { name, x, y, width, depth, columns = 4, rows = 4, surface, gaps = [] } of rooms) {
		lines.push(`o ${name}`, `usemtl wok_${surface}`);
		const [dx, dy] = [width / columns, depth / rows];
		for (let i = 0; i < columns * rows; i++) {
			const [left, low] = [x + (i % columns) * dx, y + Math.floor(i / columns) * dy];
			polygon([
				[left, low, 0],
				[left + dx, low, 0],
				[left + dx, low + dy, 0],
				[left, low + dy, 0],
			]);
		}
		if (gaps === true) continue;
		lines.push('usemtl wok_Nonwalk');
		const walls = [
			['south', columns, (i) => [x + i * dx, y]],
			['east', rows, (i) => [x + width, y + i * dy]],
			['north', columns, (i) => [x + width - i * dx, y + depth]],
			['west', rows, (i) => [x, y + depth - i * dy]],
		];
		for (const [side, count, point] of walls)
			for (let i = 0; i < count; i++) {
				if (gaps.includes(`${side} ${i}`)) continue;
				const [from, to] = [point(i), point(i + 1)];
				polygon([
					[...from, 0],
					[...from, 2.2],
					[...to, 2.2],
					[...to, 0],
				]);
			}
	}
	return `${lines.join('\n')}\n`;
}

const hall = { name: 'hall_01', x: 0, y: 0, width: 8, depth: 6, surface: 'Stone' };
const yard = { name: 'yard_01', x: 8, y: 0, width: 8, depth: 6, surface: 'Grass' };
/** What of the sample is in the way of a look at its door. */
const DOOR = 'hide=names,links,wireframe,perimeters';

/** Pictures of the page: what is opened, the address, and what is pressed. Several views stand beside each other with a line below each, without panels. */
const PICTURES = {
	viewer: {
		size: [1000, 560],
		hash: 'hide=wireframe&camera=orbit,171,-217,73,118,-133,0&selected=1:1762',
		open: (page) => page.click('#start-sample'),
	},
	'viewer-finding': {
		size: [1000, 560],
		hash: 'panel=findings',
		open: (page) => page.setInputFiles('#pick-files', at('landing.obj')),
		press: (page) => page.keyboard.press('n'),
	},
	't-junction': {
		open: (page) => page.setInputFiles('#pick-files', `${root}fixtures/small/t-junction.obj`),
		views: [
			{
				line: 'As modelled: one long edge below, two short ones above. Nobody gets across.',
				hash: 'hide=names&camera=top,2,2,9,2,2,0,4.6',
			},
			{
				line: 'Fixed: the lower square is cut at the vertex, its edges have neighbours.',
				hash: 'hide=names&camera=top,2,2,9,2,2,0,4.6',
				options: { fixTJunctions: true },
			},
		],
	},
	seam: {
		open: (page) => page.setInputFiles('#pick-files', at('seam.obj')),
		views: [
			{ line: '3 cm apart: the ground of both rooms ends.', hash: 'hide=findings&camera=orbit,11,-7,8,8,2.7,0' },
			{
				line: 'Snapped: one seam, each edge linked to the other room.',
				hash: 'hide=findings&camera=orbit,11,-7,8,8,2.7,0',
				options: { snap: 0.05 },
			},
		],
	},
	door: {
		open: (page) => page.click('#start-sample'),
		width: 990,
		views: [
			{ line: 'Closed: the shape, and the use hooks of all states', hash: `${DOOR}&doors=closed`, isDoor: true },
			{ line: 'Open, away from the first hook', hash: `${DOOR}&doors=open1`, isDoor: true },
			{ line: 'Open, the other way', hash: `${DOOR}&doors=open2`, isDoor: true },
		],
	},
	leak: {
		open: (page) => page.setInputFiles('#pick-files', at('leak.obj')),
		views: [
			{
				line: 'Two squares of wall are missing: a line from the doorway to where the ground ends.',
				hash: 'hide=names,links&camera=orbit,15,12,8.5,9.3,2.2,0',
			},
		],
		width: 720,
	},
	'tutorial-page-drop': {
		size: [1000, 560],
		hash: '',
		open: (page) => page.setInputFiles('#pick-files', at('cantina.obj')),
	},
	'tutorial-page-decided': {
		size: [1000, 560],
		hash: '',
		open: (page) => page.setInputFiles('#pick-files', at('cantina.obj')),
		press: async (page) => {
			await page.click('#accept-0');
			await rest(page);
			if ((await page.locator('#accept-0').count()) > 0) await page.click('#accept-0');
			await rest(page);
			await page.click('#show-role');
		},
	},
	'export-modifiers': {
		views: [
			{
				line: 'Applied on export: the room and its two copies.',
				hash: 'hide=names,findings,links&camera=orbit,9,-13.5,11.5,9,1.6,0.6',
				open: (page) => page.setInputFiles('#pick-files', exported('array')),
			},
			{
				line: 'Not applied: one room, and no trace of the others.',
				hash: 'hide=names,findings,links&camera=orbit,9,-13.5,11.5,9,1.6,0.6',
				open: (page) => page.setInputFiles('#pick-files', exported('array-not-applied')),
			},
		],
		needs: 'blender',
	},
	'export-collections': {
		trees: [
			['The objects of each room below an empty: rooms have their names.', 'empties'],
			['Collections, as Blender exports them by default: whose floor is Floor.001?', 'collections'],
		],
		needs: 'blender',
	},
	diff: {
		size: [1000, 520],
		hash: 'compare=overlay&panel=compare&hide=names,wireframe&camera=orbit,23,-42,38,1,-1,0',
		page: 'compare.html',
	},
};

/** A scene that Blender exported, and what was decided of it. */
const exported = (name) => [at(`${name}.glb`), at(`${name}.wokflow.json`)];

async function makeBlenderFiles() {
	const { blenderScenes } = await import('../test/support/blender-scenes.ts');
	for (const { what, file, bytes } of blenderScenes()) {
		if (!['array', 'collections', 'empties'].some((name) => what.startsWith(`Blender: ${name}`))) continue;
		writeFileSync(at(file), bytes);
		wokflow('init', file, '--accept', 'high');
	}
}

/** The nodes of a GLB as lines, children below their parents; those above `most` are counted. */
function treeOf(name, most) {
	const bytes = readFileSync(at(`${name}.glb`));
	const { nodes, scenes, scene = 0 } = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
	const lines = (indices, indent) =>
		indices.flatMap((index) => [indent + nodes[index].name, ...lines(nodes[index].children ?? [], `${indent}    `)]);
	const roots = scenes[scene].nodes;
	// What a building is called is of no interest.
	const all = lines(roots.length === 1 ? nodes[roots[0]].children : roots, '');
	return [...all.slice(0, most), `… ${all.length - most} more`].join('\n');
}

async function makeFiles() {
	const { cantina } = await import('../test/support/cantina.ts');
	writeFileSync(at('cantina.obj'), cantina());
	// Under a name that the game accepts, so that nothing is found but what the picture is about.
	copyFileSync(`${root}fixtures/small/t-junction.obj`, at('landing.obj'));
	writeFileSync(at('seam.obj'), scene([hall, { ...yard, x: 8.03, rows: 3 }].map((room) => ({ ...room, gaps: true }))));
	const gaps = { hall: ['east 1', 'east 2'], yard: ['west 1', 'west 2', 'south 2', 'south 3'] };
	writeFileSync(
		at('leak.obj'),
		scene([
			{ ...hall, gaps: gaps.hall },
			{ ...yard, gaps: gaps.yard },
		]),
	);
	wokflow('convert', `${root}fixtures/level/rooms/quay_01b.glb`, 'before.wok');
	wokflow('edit', 'before.wok', '-o', 'after.wok', '--surface', '100-140=Carpet', '--surface', '900-960=Mud');
	wokflow('view', 'after.wok', '--compare', 'before.wok', '-o', 'compare.html');
	wokflow('level', `${root}fixtures/level/quay.glb`, 'quay');
}

function write(name, png) {
	writeFileSync(`${root}docs/pictures/${name}.png`, png);
	console.log(`docs/pictures/${name}.png`, png.length);
}

/** Waits until a level is open and all is shown that was asked for: sizes of elements are reported after a frame, and may lead to another one. */
async function rest(page) {
	await page.waitForFunction(() => globalThis.wokflowPage?.app.opened !== undefined, undefined, { timeout: 120_000 });
	await page.evaluate(async () => {
		for (let restful = 0; restful < 3; ) {
			restful = globalThis.wokflowPage.app.isAtRest ? restful + 1 : 0;
			await new Promise((resolve) => requestAnimationFrame(resolve));
		}
	});
}

/** The page with something open, when nothing moves any more. */
async function shown(browser, { size = [1000, 560], page: file = `${root}dist/viewer.html`, open, press }, hash) {
	const page = await browser.newPage({ viewport: { width: size[0], height: size[1] }, colorScheme: 'light' });
	const path = file.startsWith('/') ? file : at(file);
	await page.goto(`${pathToFileURL(path).href}#${hash}`);
	await open?.(page);
	await rest(page);
	if (press !== undefined) {
		await press(page);
		await rest(page);
	}
	return page;
}

/** The level alone, without panels. */
async function viewOf(browser, picture, { hash, options, open, isDoor = false }, size) {
	const page = await shown(browser, { ...picture, ...(open === undefined ? {} : { open }), size }, hash);
	if (options !== undefined) {
		await page.evaluate((given) => globalThis.wokflowPage.app.reopen({ options: given }), options);
		await rest(page);
	}
	await page.evaluate(
		([atDoor, address]) => {
			for (const id of ['left', 'right', 'bar', 'tools', 'status', 'tabs'])
				document.getElementById(id).style.display = 'none';
			const { app, view } = globalThis.wokflowPage;
			view.covered = { left: 0, right: 0 };
			// Names of hooks would cover what they stand for.
			if (atDoor) document.getElementById('labels').style.display = 'none';
			const door = app.opened.picture.parts.find(({ kind }) => kind === 'door')?.middle;
			const [mode, ...numbers] = (/camera=([^&]*)/.exec(address)?.[1] ?? '').split(',');
			const [a, b, c, d, e, f, span] = numbers.map(Number);
			if (atDoor)
				view.cameras.state = {
					mode: 'orbit',
					eye: [door[0] + 2.9, door[1] - 4.4, door[2] + 3.6],
					target: [door[0], door[1], door[2] - 0.8],
				};
			else view.cameras.state = { mode, eye: [a, b, c], target: [d, e, f], ...(span === undefined ? {} : { span }) };
		},
		[isDoor, hash],
	);
	await rest(page);
	const png = await page.screenshot();
	await page.close();
	return png;
}

/** Pictures beside each other, each with its line. */
async function beside(browser, views, total) {
	const page = await browser.newPage({ viewport: { width: total, height: 800 } });
	const figures = views.map(([line, url]) => `<figure><img src="${url}"><figcaption>${line}</figcaption></figure>`);
	await page.setContent(`<style>
		body { margin: 0 } div { display: flex; gap: 8px; background: #fff; font: 13px/1.4 "DejaVu Sans", sans-serif; color: #1b2430 }
		figure { margin: 0; flex: 1 } img { width: 100%; display: block; border-radius: 6px } figcaption { padding: 6px 4px }
	</style><div>${figures.join('')}</div>`);
	const png = await page.locator('div').screenshot();
	await page.close();
	return png;
}

/** What files hold, as lists beside each other, each with its line. */
async function besideTrees(browser, trees) {
	const page = await browser.newPage({ viewport: { width: 800, height: 800 } });
	const figures = trees.map(
		([line, name]) => `<figure><pre>${treeOf(name, 12)}</pre><figcaption>${line}</figcaption></figure>`,
	);
	await page.setContent(`<style>
		body { margin: 0 } div { display: flex; gap: 8px; background: #fff; font: 13px/1.4 "DejaVu Sans", sans-serif; color: #1b2430 }
		figure { margin: 0; flex: 1 } figcaption { padding: 6px 4px }
		pre { margin: 0; padding: 10px 14px; background: #eef1f5; border-radius: 6px; font: 13px/1.5 "DejaVu Sans Mono", monospace }
	</style><div>${figures.join('')}</div>`);
	const png = await page.locator('div').screenshot();
	await page.close();
	return png;
}

async function take(browser, name) {
	const picture = PICTURES[name];
	if (picture.trees !== undefined) return write(name, await besideTrees(browser, picture.trees));
	if (picture.views === undefined) {
		const page = await shown(browser, picture, picture.hash);
		write(name, await page.screenshot());
		return page.close();
	}
	const { width = 800, views } = picture;
	const each = Math.floor((width - 8 * (views.length - 1)) / views.length);
	const taken = [];
	for (const view of views) {
		const png = await viewOf(browser, picture, view, [each, views.length > 1 ? Math.round(each * 0.8) : 360]);
		taken.push([view.line, `data:image/png;base64,${png.toString('base64')}`]);
	}
	write(name, await beside(browser, taken, width));
}

/** Renders a file in Blender; where there is none, the picture stays. */
function takeBlender(name, source, size) {
	const target = at(`${name}.png`);
	const words = ['-b', '--python-exit-code', '1', '--python', `${root}fixtures/blender/picture.py`];
	const { status } = spawnSync('blender', [...words, '--', source, target, ...size.map(String)]);
	if (status === 0) write(name, readFileSync(target));
	else console.log(`docs/pictures/${name}.png stays: there is no Blender here.`);
}

const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
const hasBlender = spawnSync('blender', ['--version']).status === 0;
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
	args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
	await makeFiles();
	const isOfBlender = (name) => PICTURES[name].needs === 'blender';
	if (hasBlender && Object.keys(PICTURES).some((name) => isWanted(name) && isOfBlender(name))) await makeBlenderFiles();
	for (const name of Object.keys(PICTURES))
		if (isWanted(name) && (hasBlender || !isOfBlender(name))) await take(browser, name);
	if (isWanted('blender')) takeBlender('blender', at('quay/quay.glb'), [900, 500]);
	if (isWanted('tutorial-blender')) takeBlender('tutorial-blender', `${root}fixtures/blender/outpost.glb`, [760, 420]);
} finally {
	await browser.close();
	rmSync(folder, { recursive: true });
}
