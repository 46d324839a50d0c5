// Runs before the first paint, so that a returning operator never sees a flash of another theme.
// It is a file of its own because the content security policy allows no inline script.
(function () {
  var names = ['green-matrix', 'dark', 'amber-crt', 'blue-steel'];
  try {
    var saved = JSON.parse(localStorage.getItem('facility.theme') || 'null');
    if (names.indexOf(saved) >= 0) document.documentElement.className = 'theme-' + saved;
  } catch {
    // Storage may be blocked or hold something else; the class in the page stands.
  }
})();
