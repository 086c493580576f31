using Ledger.Kiota;
using Ledger.Kiota.Models;
using Microsoft.Kiota.Abstractions;
using Microsoft.Kiota.Abstractions.Authentication;
using Microsoft.Kiota.Http.HttpClientLibrary;

static class KiotaSteps
{
    static void Key<T>(RequestConfiguration<T> request) where T : class, new() =>
        request.Headers.Add("Idempotency-Key", Guid.NewGuid().ToString());

    public static async Task Run(HttpClient http, string url)
    {
        var adapter = new HttpClientRequestAdapter(new AnonymousAuthenticationProvider(), httpClient: http) { BaseUrl = url };
        var v1 = new LedgerClient(adapter).V1;
        var ana = await NewUser(v1, "kiota-ana");
        var ben = await NewUser(v1, "kiota-ben");
        Report.Line($"user {ana.KycStatus}");
        var points = await v1.Users[ana.Id].Wallets.PostAsync(new WalletCreate { Asset = AssetInput.SvcPoints }, Key);
        var coin = await v1.Users[ana.Id].Wallets.PostAsync(
            new WalletCreate { Asset = AssetInput.SvcCoin, AcknowledgePriceRisk = true }, Key);
        var other = await v1.Users[ben.Id].Wallets.PostAsync(new WalletCreate { Asset = AssetInput.SvcPoints }, Key);

        var onramp = new TransferCreate
        {
            Source = new TransferSource { Type = TransferSourceType.Fiat, Currency = "usd", Rail = "bank_eft" },
            Destination = new TransferDestination { Type = TransferDestinationType.Wallet, WalletId = points.Id },
            Amount = "50.00",
        };
        onramp.DryRun = true;
        var preview = await v1.Transfers.PostAsync(onramp);
        Report.Line($"preview {preview.Estimated.Rate}");
        onramp.DryRun = false;
        var created = await v1.Transfers.PostAsync(onramp, Key);
        Report.Line($"created {created.Kind} {created.State} {created.DepositInstructions.Rail}");
        var deposited = await v1.Sandbox.Deposits.PostAsync(
            new SandboxDeposit { TransferId = created.Id, Amount = "50.00" }, Key);
        Report.Line($"transfer {deposited.Kind} {deposited.State} {deposited.Receipt.AmountCredited}");

        var sent = await v1.Transfers.PostAsync(Between(points.Id, other.Id, "10.00"), Key);
        Report.Line($"transfer {sent.Kind} {sent.State}");

        var quote = await v1.Quotes.PostAsync(
            new QuoteCreate { SourceWalletId = points.Id, DestinationWalletId = coin.Id, Amount = "100.00" }, Key);
        var conversion = Between(points.Id, coin.Id, "100.00");
        conversion.QuoteId = quote.Id;
        var converted = await v1.Transfers.PostAsync(conversion, Key);
        Report.Line($"transfer {converted.Kind} {converted.State}");

        var account = await v1.Users[ana.Id].Payout_accounts.PostAsync(new PayoutAccountCreate
        {
            Type = PayoutAccountType.Bank,
            Currency = "usd",
            Country = "US",
            Rail = "bank_eft",
            AccountOwnerName = "Ana Lovelace",
            Bank = new PayoutAccountCreateBank
            {
                BankName = "First Harbour Bank", AccountNumber = "000123456789", RoutingCode = "021000021",
            },
        }, Key);
        var paid = await v1.Transfers.PostAsync(new TransferCreate
        {
            Source = new TransferSource { Type = TransferSourceType.Wallet, WalletId = points.Id },
            Destination = new TransferDestination
            {
                Type = TransferDestinationType.Payout_account, PayoutAccountId = account.Id,
            },
            Amount = "1000.00",
        }, Key);
        Report.Line($"transfer {paid.Kind} {paid.Amount}");

        var events = await v1.Events.GetAsync(request =>
        {
            request.QueryParameters.Limit = 100;
            request.QueryParameters.ObjectId = sent.Id;
        });
        foreach (var each in Enumerable.Reverse(events.Data))
            Report.Line(each is TransferEvent change ? $"event {each.Type} {change.Data.State}" : "event ?");
        var created2 = await v1.Events.GetAsync(request =>
        {
            request.QueryParameters.ObjectId = ana.Id;
            request.QueryParameters.Type = "user.created";
        });
        var user = created2.Data.Single();
        Report.Line(user is UserEvent change2 ? $"event {user.Type} {change2.Data.FirstName}" : "event ?");

        try { await v1.Transfers["trf_00000000000000000000000000"].GetAsync(); }
        catch (ErrorEnvelope error)
        {
            Report.Line($"error {error.ResponseStatusCode} {error.Error.Code}");
        }
    }

    static async Task<User> NewUser(Ledger.Kiota.V1.V1RequestBuilder v1, string reference)
    {
        var user = await v1.Users.PostAsync(
            new UserCreate { Type = UserType.Individual, ExternalReference = reference, FirstName = "Ana" }, Key);
        return await v1.Sandbox.Users[user.Id].Kyc.PostAsync(
            new SandboxKycUpdate { KycStatus = KycStatus.Approved }, Key);
    }

    static TransferCreate Between(string source, string destination, string amount) => new()
    {
        Source = new TransferSource { Type = TransferSourceType.Wallet, WalletId = source },
        Destination = new TransferDestination { Type = TransferDestinationType.Wallet, WalletId = destination },
        Amount = amount,
    };
}
