// Finds equations by what they say: rows without the text disappear, blocks with a find open.
'use strict';
for (const finder of document.querySelectorAll('input.finder')) {
  const section = finder.closest('section');
  finder.addEventListener('input', () => {
    const wanted = finder.value.trim().toLowerCase();
    for (const piece of section.querySelectorAll('details')) {
      let found = 0;
      for (const row of piece.querySelectorAll('tbody tr')) {
        const matches = wanted === '' || row.textContent.toLowerCase().includes(wanted);
        row.classList.toggle('hidden', !matches);
        found += matches ? 1 : 0;
      }
      piece.classList.toggle('hidden', found === 0);
      if (wanted !== '' && found > 0) piece.open = true;
    }
  });
}
